import { listOwnPhotos } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readMemberModel } from '../../../shared/domain/model/model.ts';
import { listPhotos, showListedPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(listOwnPhotos, async ({ caller, query, context }) => {
  const model = await readMemberModel(context, caller.organizationId, caller.member);
  const { items, pagination } = await listPhotos(context, model, query);
  const signer = await deployedLinkSigner(context.clock);
  const photos = await Promise.all(items.map((photo) => showListedPhoto(signer, photo, query.include)));
  return { photos, pagination };
});

import { listPhotos as contract } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { listPhotos, showListedPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, params, query, context }) => {
  const model = await readModelWithPhotos(context, caller.organizationId, params.modelId);
  const { items, pagination } = await listPhotos(context, model, query);
  const signer = await deployedLinkSigner(context.clock);
  const photos = await Promise.all(items.map((photo) => showListedPhoto(signer, photo, query.include)));
  return { photos, pagination };
});

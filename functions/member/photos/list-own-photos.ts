import { listOwnPhotos } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberModelId, readMemberModel } from '../../../shared/domain/model/model.ts';
import { listPhotos, showListedPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  listOwnPhotos,
  async ({ caller, query, context }) => {
    const [{ items, pagination }, signer] = await allInOrder(
      readMemberModel(context, caller.organizationId, caller.member).then((model) =>
        listPhotos(context, model, query),
      ),
      deployedLinkSigner(context.clock),
    );
    const photos = items.map((photo) => showListedPhoto(signer, photo, query.include));
    return { photos, pagination };
  },
  {
    reads: ({ caller: { organizationId, member } }) => [
      keys.model(organizationId, memberModelId(member)),
      collections.photos(organizationId, memberModelId(member)),
    ],
  },
);

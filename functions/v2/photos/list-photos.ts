import { listPhotos as contract } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { listPhotos, showListedPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, query, context }) => {
    const [{ items, pagination }, signer] = await allInOrder(
      readModelWithPhotos(context, caller.organizationId, params.modelId).then((model) =>
        listPhotos(context, model, query),
      ),
      deployedLinkSigner(context.clock),
    );
    const photos = items.map((photo) => showListedPhoto(signer, photo, query.include));
    return { photos, pagination };
  },
  {
    reads: ({ caller: { organizationId }, params: { modelId } }) => [
      keys.model(organizationId, modelId),
      collections.photos(organizationId, modelId),
    ],
  },
);

import { getPhoto } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { readPhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getPhoto,
  async ({ caller, params, query, context }) => {
    const [photo, signer] = await allInOrder(
      readModelWithPhotos(context, caller.organizationId, params.modelId).then((model) =>
        readPhoto(context, model, params.photoId),
      ),
      deployedLinkSigner(context.clock),
    );
    return { photo: showPhoto(signer, photo, query.include) };
  },
  {
    reads: ({ caller: { organizationId }, params: { modelId, photoId } }) => [
      keys.model(organizationId, modelId),
      keys.photo(organizationId, modelId, photoId),
    ],
  },
);

import { getFavoritePhoto } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { readPhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getFavoritePhoto,
  async ({ caller, params, query, context }) => {
    const [model, signer] = await allInOrder(
      readModelWithPhotos(context, caller.organizationId, params.modelId),
      deployedLinkSigner(context.clock),
    );
    if (model.favoritePhotoId === undefined) {
      return { photo: null, message: 'The member has not selected a favorite photo yet.' };
    }
    const photo = await readPhoto(context, model, model.favoritePhotoId);
    return { photo: showPhoto(signer, photo, query.include) };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

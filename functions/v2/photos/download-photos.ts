import { downloadPhotos } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { photosToDownload } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  downloadPhotos,
  async ({ caller: { organizationId }, params: { modelId }, body, context }) => {
    const [photos, signer] = await allInOrder(
      readModelWithPhotos(context, organizationId, modelId).then((model) =>
        photosToDownload(context, model, body.photoIds),
      ),
      deployedLinkSigner(context.clock),
    );
    const photoOwner = { organizationId, modelId };
    const downloads = photos.map(({ id }) => ({
      photoId: id,
      urls: signer.urls(photoOwner, id, body.include),
    }));
    return { downloads, expiresAt: signer.expiresAt };
  },
  {
    reads: ({ caller: { organizationId }, params: { modelId } }) => [
      keys.model(organizationId, modelId),
      collections.photos(organizationId, modelId),
    ],
  },
);

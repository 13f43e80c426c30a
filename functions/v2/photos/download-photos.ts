import { downloadPhotos } from '../../../shared/contract/v2/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { readModelWithPhotos } from '../../../shared/domain/model/model.ts';
import { photosToDownload } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(downloadPhotos, async ({ caller, params, body, context }) => {
  const model = await readModelWithPhotos(context, caller.organizationId, params.modelId);
  const photos = await photosToDownload(context, model, body.photoIds);
  const signer = await deployedLinkSigner(context.clock);
  const photoOwner = { organizationId: caller.organizationId, modelId: model.id };
  const downloads = await Promise.all(
    photos.map(async ({ id }) => ({ photoId: id, urls: await signer.urls(photoOwner, id, body.include) })),
  );
  return { downloads, expiresAt: signer.expiresAt };
});

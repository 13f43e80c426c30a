import { updateOwnPhoto } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { ratePhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(updateOwnPhoto, async ({ caller, params, body, context }) => {
  const modelId = memberModelId(caller.member);
  const photo = await ratePhoto(context, caller.organizationId, modelId, params.photoId, body);
  return { photo: await showPhoto(await deployedLinkSigner(context.clock), photo, 'main') };
});

import { restoreOwnPhoto } from '../../../shared/contract/member/photos.ts';
import { deployedLinkSigner } from '../../../shared/deployed/links.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { restorePhoto, showPhoto } from '../../../shared/domain/photo/photo.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(restoreOwnPhoto, async ({ caller, params, context }) => {
  const modelId = memberModelId(caller.member);
  const photo = await restorePhoto(context, caller.organizationId, modelId, params.photoId);
  return { photo: showPhoto(await deployedLinkSigner(context.clock), photo, 'main') };
});

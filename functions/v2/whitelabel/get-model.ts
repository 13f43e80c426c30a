import { getWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { renewSignedUrl } from '../../../shared/domain/model/white-label.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { environment } from '../../../shared/platform/environment.ts';

export const handler = httpHandler(getWhiteLabelModel, async ({ organization, params, context }) => {
  const { model, signedUrl } = await renewSignedUrl(
    context,
    await organization(),
    environment('APP_URL'),
    params.modelId,
  );
  return {
    modelId: model.id,
    status: model.status,
    ...(model.isDevelopment && { isDevelopment: true as const }),
    signedUrl,
  };
});

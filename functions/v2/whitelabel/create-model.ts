import { createWhiteLabelModel as contract } from '../../../shared/contract/v2/whitelabel.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { requireDevelopment } from '../../../shared/domain/model/model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { isTestKey } from '../../../shared/http/request.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  if (isTestKey(caller)) requireDevelopment(body);
  const { model, signedUrl } = await createWhiteLabelModel(
    context,
    await organization(),
    deployedAppUrl(),
    body,
  );
  return {
    modelId: model.id,
    status: model.status,
    ...(model.isDevelopment && { isDevelopment: true as const }),
    signedUrl,
  };
});

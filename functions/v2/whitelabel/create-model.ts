import { createWhiteLabelModel as contract } from '../../../shared/contract/v2/whitelabel.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { createWhiteLabelModel, developmentOnly } from '../../../shared/domain/model/white-label.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  if ('key' in caller && caller.key.test && !body.isDevelopment) throw developmentOnly();
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

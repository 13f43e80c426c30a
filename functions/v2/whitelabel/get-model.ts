import { getWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { renewSignedUrl } from '../../../shared/domain/model/white-label.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { isTestKey } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getWhiteLabelModel,
  async ({ caller, params, context }) => {
    const { model, signedUrl } = await renewSignedUrl(
      context,
      caller.organizationId,
      deployedAppUrl(),
      params.modelId,
      { developmentOnly: isTestKey(caller) },
    );
    return {
      modelId: model.id,
      status: model.status,
      ...(model.isDevelopment && { isDevelopment: true as const }),
      signedUrl,
    };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

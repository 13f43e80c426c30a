import { getWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { renewSignedUrl, requireWhiteLabel } from '../../../shared/domain/model/white-label.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { environment } from '../../../shared/platform/environment.ts';

export const handler = httpHandler(getWhiteLabelModel, async ({ caller, params, context }) => {
  const organization = await readOrganization(context, caller.organizationId);
  requireWhiteLabel(organization);
  const { model, signedUrl } = await renewSignedUrl(
    context,
    organization,
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

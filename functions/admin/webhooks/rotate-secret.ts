import { rotateWebhookSecret as contract } from '../../../shared/contract/admin/webhooks.ts';
import { rotateWebhookSecret } from '../../../shared/domain/organization/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  return rotateWebhookSecret(context, caller.organizationId);
});

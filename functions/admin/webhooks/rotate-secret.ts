import { rotateWebhookSecret as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { rotateWebhookSecret } from '../../../shared/webhook/settings.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  return rotateWebhookSecret(context, caller.organizationId);
});

import { sendTestWebhook as contract } from '../../../shared/contract/admin/webhooks.ts';
import { deployedEgressPolicy } from '../../../shared/deployed/egress-policy.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';

export const handler = httpHandler(contract, async ({ body, context, organization }) => {
  return sendTestWebhook(context, deployedEgressPolicy(), await organization(), body.event);
});

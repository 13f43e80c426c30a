import { sendTestWebhook as contract } from '../../../shared/contract/admin/webhooks.ts';
import { sendTestWebhook } from '../../../shared/domain/webhook/try-out.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { deployedEgressPolicy } from '../../../shared/webhooks/target.ts';

export const handler = httpHandler(contract, async ({ body, context, organization }) => {
  return sendTestWebhook(context, deployedEgressPolicy(), await organization(), body.event);
});

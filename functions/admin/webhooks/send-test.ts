import { sendTestWebhook as contract } from '../../../shared/contract/admin/webhooks.ts';
import { deployedEgressPolicy } from '../../../shared/deployed/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context, organization }) => {
  // It imports node:http, which loads undici and takes half as long as everything else.
  const { sendTestWebhook } = await import('../../../shared/webhook/test-event.ts');
  return sendTestWebhook(context, deployedEgressPolicy(), await organization(), body.event);
});

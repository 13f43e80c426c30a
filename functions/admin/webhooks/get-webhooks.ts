import { getWebhooks as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { describeWebhooks, readWebhookState } from '../../../shared/webhook/settings.ts';

export const handler = httpHandler(contract, async ({ caller, context, organization }) => {
  const state = readWebhookState(context, caller.organizationId, organization());
  return { webhooks: await describeWebhooks(context, caller.organizationId, state) };
});

import { getWebhooks as contract } from '../../../shared/contract/admin/webhooks.ts';
import { describeWebhooks } from '../../../shared/domain/organization/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ context, organization }) => {
  return { webhooks: await describeWebhooks(context, await organization()) };
});

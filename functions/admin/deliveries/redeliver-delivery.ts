import { redeliverDelivery as contract } from '../../../shared/contract/admin/deliveries.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { redeliver } from '../../../shared/webhook/redeliver.ts';

export const handler = httpHandler(contract, async ({ caller, params, context }) => {
  await redeliver(context, caller.organizationId, params.webhookId);
  return { message: 'The webhook will be sent again in a moment, with all its attempts.' };
});

import { getDelivery as contract } from '../../../shared/contract/admin/deliveries.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { showDelivery } from '../../../shared/webhook/log.ts';

export const handler = httpHandler(contract, async ({ caller, params, context }) => {
  return showDelivery(context, caller.organizationId, params.webhookId);
});

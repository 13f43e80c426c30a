import { listDeliveries as contract } from '../../../shared/contract/admin/deliveries.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { deliveriesQuery, describeDelivery, listDeliveries } from '../../../shared/webhook/log.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    const { limit, before, ...filter } = query;
    const page = await listDeliveries(context, caller.organizationId, filter, { limit, before });
    return { deliveries: page.deliveries.map(describeDelivery), next: page.next };
  },
  { reads: ({ caller, query }) => [deliveriesQuery(caller.organizationId, query, query)] },
);

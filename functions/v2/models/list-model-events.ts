import { listModelEvents } from '../../../shared/contract/v2/models.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { listHistory } from '../../../shared/webhook/history.ts';

export const handler = httpHandler(
  listModelEvents,
  async ({ caller, params, query, context }) => {
    const { organizationId } = caller;
    const [, { items, pagination }] = await allInOrder(
      readModel(context, organizationId, params.modelId),
      listHistory(context, { organizationId, id: params.modelId }, query),
    );
    return { events: items, pagination };
  },
  {
    reads: ({ caller, params }) => [
      keys.model(caller.organizationId, params.modelId),
      { ...collections.events(caller.organizationId, params.modelId), newestFirst: true },
    ],
  },
);

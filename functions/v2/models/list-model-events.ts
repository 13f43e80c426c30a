import { listModelEvents } from '../../../shared/contract/v2/models.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { listHistory } from '../../../shared/webhook/history.ts';

export const handler = httpHandler(listModelEvents, async ({ caller, params, query, context }) => {
  const model = await readModel(context, caller.organizationId, params.modelId);
  const { items, pagination } = await listHistory(context, model, query);
  return { events: items, pagination };
});

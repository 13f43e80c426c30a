import { getModel } from '../../../shared/contract/v2/models.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getModel,
  async ({ caller, params, context }) => {
    const model = await readModel(context, caller.organizationId, params.modelId);
    return { model: await showModel(context, model) };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

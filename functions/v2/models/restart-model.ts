import { restartModel as contract } from '../../../shared/contract/v2/models.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { restartFailed } from '../../../shared/domain/model/progress.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    const model = await restartFailed(context, caller.organizationId, params.modelId);
    return { model: await showModel(context, model) };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

import { deleteModel as contract } from '../../../shared/contract/v2/models.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { isTestKey } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    const model = await deleteModel(context, caller.organizationId, params.modelId, {
      developmentOnly: isTestKey(caller),
    });
    return { message: 'The model was deleted.', modelId: model.id };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

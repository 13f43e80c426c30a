import { deleteWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { isTestKey } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  deleteWhiteLabelModel,
  async ({ caller, params, context }) => {
    const model = await deleteModel(context, caller.organizationId, params.modelId, {
      whiteLabelOnly: true,
      developmentOnly: isTestKey(caller),
    });
    return { message: 'The model and its user were deleted.', modelId: model.id };
  },
  { reads: ({ caller, params }) => [keys.model(caller.organizationId, params.modelId)] },
);

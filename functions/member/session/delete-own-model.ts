import { deleteOwnModel } from '../../../shared/contract/member/session.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  deleteOwnModel,
  async ({ caller, context }) => {
    const modelId = memberModelId(caller.member);
    const model = await deleteModel(context, caller.organizationId, modelId, { requestedBy: 'member' });
    return { message: 'The model was deleted.', modelId: model.id };
  },
  { reads: ({ caller }) => [keys.model(caller.organizationId, memberModelId(caller.member))] },
);

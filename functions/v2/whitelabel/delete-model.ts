import { deleteWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { requireWhiteLabel } from '../../../shared/domain/model/white-label.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(deleteWhiteLabelModel, async ({ caller, params, context }) => {
  requireWhiteLabel(await readOrganization(context, caller.organizationId));
  const model = await deleteModel(context, caller.organizationId, params.modelId, { whiteLabelOnly: true });
  return { message: 'The model and its user were deleted.', modelId: model.id };
});

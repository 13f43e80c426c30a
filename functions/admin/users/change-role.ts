import { changeUserRole as contract } from '../../../shared/contract/admin/users.ts';
import { changeRole } from '../../../shared/domain/user/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, params, body, context }) => {
  return { user: await changeRole(context, caller.organizationId, params.userId, body.role) };
});

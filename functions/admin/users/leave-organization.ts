import { leaveOrganization as contract } from '../../../shared/contract/admin/users.ts';
import { removeUser } from '../../../shared/domain/user/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  await removeUser(context, caller.organizationId, caller.userId);
  return { message: 'You have left the organization.' };
});

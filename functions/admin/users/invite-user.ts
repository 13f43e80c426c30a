import { inviteUser as contract } from '../../../shared/contract/admin/users.ts';
import { inviteUser } from '../../../shared/domain/user/change.ts';
import { describeUser } from '../../../shared/domain/user/user.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const user = await inviteUser(context, caller.organizationId, body);
  return { message: `An invitation was sent to ${user.email}.`, user: describeUser(user, undefined) };
});

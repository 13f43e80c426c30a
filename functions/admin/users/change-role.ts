import { changeUserRole as contract } from '../../../shared/contract/admin/users.ts';
import { changeRole } from '../../../shared/domain/user/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, body, context }) => {
    return { user: await changeRole(context, caller.organizationId, params.userId, body.role) };
  },
  {
    reads: ({ caller, params }) => [
      keys.user(caller.organizationId, params.userId),
      keys.userSignIn(caller.organizationId, params.userId),
    ],
  },
);

import { listUsers as contract } from '../../../shared/contract/admin/users.ts';
import { listUsers } from '../../../shared/domain/user/user.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    return { users: await listUsers(context, caller.organizationId) };
  },
  {
    reads: ({ caller }) => [
      collections.users(caller.organizationId),
      collections.userSignIns(caller.organizationId),
    ],
  },
);

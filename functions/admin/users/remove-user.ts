import { removeUser as contract } from '../../../shared/contract/admin/users.ts';
import { removeUser } from '../../../shared/domain/user/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    await removeUser(context, caller.organizationId, params.userId);
    return { message: 'The user was removed.' };
  },
  {
    reads: ({ caller: { organizationId }, params: { userId } }) => [
      keys.user(organizationId, userId),
      keys.userSignIn(organizationId, userId),
      collections.tokensOfUser(organizationId, userId),
    ],
  },
);

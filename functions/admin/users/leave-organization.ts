import { leaveOrganization as contract } from '../../../shared/contract/admin/users.ts';
import { removeUser } from '../../../shared/domain/user/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    await removeUser(context, caller.organizationId, caller.userId);
    return { message: 'You have left the organization.' };
  },
  {
    reads: ({ caller: { organizationId, userId } }) => [
      keys.user(organizationId, userId),
      keys.userSignIn(organizationId, userId),
      collections.tokensOfUser(organizationId, userId),
    ],
  },
);

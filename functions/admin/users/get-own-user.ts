import { getOwnUser as contract } from '../../../shared/contract/admin/users.ts';
import { showOwnUser } from '../../../shared/domain/user/user.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context, organization }) => {
    const [user, { whiteLabel }] = await Promise.all([
      showOwnUser(context, caller.organizationId, caller.userId),
      organization(),
    ]);
    return { user, whiteLabel };
  },
  {
    reads: ({ caller: { organizationId, userId } }) => [
      keys.user(organizationId, userId),
      keys.userSignIn(organizationId, userId),
      keys.organization(organizationId),
    ],
  },
);

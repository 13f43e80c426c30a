import { chooseUserLanguage as contract } from '../../../shared/contract/admin/users.ts';
import { chooseUserLanguage } from '../../../shared/domain/user/language.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context }) => {
    const { organizationId, userId } = caller;
    return { user: await chooseUserLanguage(context, organizationId, userId, body.language) };
  },
  {
    reads: ({ caller: { organizationId, userId } }) => [
      keys.user(organizationId, userId),
      keys.userSignIn(organizationId, userId),
    ],
  },
);

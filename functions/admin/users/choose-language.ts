import { chooseUserLanguage as contract } from '../../../shared/contract/admin/users.ts';
import { chooseUserLanguage } from '../../../shared/domain/user/language.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const { organizationId, userId } = caller;
  return { user: await chooseUserLanguage(context, organizationId, userId, body.language) };
});

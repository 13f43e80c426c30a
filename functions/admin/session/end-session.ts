import { endUserSession as contract } from '../../../shared/contract/admin/session.ts';
import { endUserSession } from '../../../shared/domain/user/manage-sessions.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, context }) => {
    await endUserSession(context, caller, params.sessionId);
    return { message: 'The session has ended.' };
  },
  { reads: ({ caller }) => [collections.userTokens(caller.organizationId)] },
);

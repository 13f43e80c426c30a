import { endOwnSession as contract } from '../../../shared/contract/admin/session.ts';
import { endUserSession } from '../../../shared/domain/user/manage-sessions.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    await endUserSession(context, caller, caller.sessionId);
    return { message: 'You are signed out.' };
  },
  { reads: ({ caller }) => [collections.userTokens(caller.organizationId)] },
);

import { listUserSessions as contract } from '../../../shared/contract/admin/session.ts';
import { listUserSessions } from '../../../shared/domain/user/manage-sessions.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    return { sessions: await listUserSessions(context, caller) };
  },
  { reads: ({ caller }) => [collections.userTokens(caller.organizationId)] },
);

import { listOwnerSessions as contract } from '../../../shared/contract/admin/session.ts';
import { listOwnerSessions } from '../../../shared/domain/owner/session.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  return { sessions: await listOwnerSessions(context, caller) };
});

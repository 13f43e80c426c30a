import { endOwnSession as contract } from '../../../shared/contract/admin/session.ts';
import { endOwnerSession } from '../../../shared/domain/owner/session.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  await endOwnerSession(context, caller.organizationId, caller.sessionId);
  return { message: 'You are signed out.' };
});

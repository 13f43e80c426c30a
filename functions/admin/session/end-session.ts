import { endOwnerSession as contract } from '../../../shared/contract/admin/session.ts';
import { endOwnerSession } from '../../../shared/domain/owner/session.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, params, context }) => {
  await endOwnerSession(context, caller.organizationId, params.sessionId);
  return { message: 'The session has ended.' };
});

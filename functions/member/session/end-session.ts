import { endMemberSession as contract } from '../../../shared/contract/member/session.ts';
import { endSession } from '../../../shared/domain/member/open-session.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  await endSession(context, caller);
  return { message: 'You are signed out.' };
});

import { stopReminders as contract } from '../../../shared/contract/member/session.ts';
import { stopReminders } from '../../../shared/domain/invite/stop-reminders.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ query, context }) => {
  await stopReminders(context, query.invite);
  return {};
});

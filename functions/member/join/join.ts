import { join } from '../../../shared/contract/member/join.ts';
import { deployedQueues } from '../../../shared/deployed/queues.ts';
import { joinByLink } from '../../../shared/domain/invite/join-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(join, async ({ body, context }) => {
  await joinByLink(context, deployedQueues(), body);
  return { message: 'A mail is on its way.' };
});

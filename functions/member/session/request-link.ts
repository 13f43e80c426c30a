import { requestReturnLink as contract } from '../../../shared/contract/member/session.ts';
import { deployedQueues } from '../../../shared/deployed/queues.ts';
import { requestAnotherLink, requestReturnLink } from '../../../shared/domain/invite/return-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  const { token, invite = '' } = body;
  if (token === undefined) await requestReturnLink(context, deployedQueues(), invite);
  else await requestAnotherLink(context, deployedQueues(), token);
  return { message: 'If you have signed up, a link to continue is on its way.' };
});

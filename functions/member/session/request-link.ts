import { requestReturnLink as contract } from '../../../shared/contract/member/session.ts';
import { deployedQueues } from '../../../shared/deployed/queues.ts';
import { requestReturnLink } from '../../../shared/domain/invite/return-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  await requestReturnLink(context, deployedQueues(), body.invite);
  return { message: 'If you have signed up with this invite, a link to continue is on its way.' };
});

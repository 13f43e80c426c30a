import { requestSignInLink as contract } from '../../../shared/contract/admin/session.ts';
import { requestSignInLink } from '../../../shared/domain/user/sign-in.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ body, context }) => {
  const { deployedQueues } = await import('../../../shared/deployed/queues.ts');
  await requestSignInLink(context, deployedQueues(), body);
  return { message: 'If a user of an organization has this address, a link to sign in is on its way.' };
});

import { endJoinLink as contract } from '../../../shared/contract/admin/join-link.ts';
import { endJoinLink } from '../../../shared/domain/invite/join-link.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  await endJoinLink(context, caller.organizationId);
  return { message: 'The link has ended.' };
});

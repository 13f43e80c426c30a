import { checkInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { checkInvites } from '../../../shared/domain/invite/judge-addresses.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  ({ caller, body, context }) => checkInvites(context, caller.organizationId, body.emails),
  { reads: ({ caller }) => [keys.balance(caller.organizationId)] },
);

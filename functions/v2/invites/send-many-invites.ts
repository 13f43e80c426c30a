import { sendInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { sendInvites } from '../../../shared/domain/invite/bulk.ts';
import { describeBulk } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context }) =>
    describeBulk(await sendInvites(context, caller.organizationId, body), deployedAppUrl()),
  { reads: ({ caller }) => [keys.balance(caller.organizationId)] },
);

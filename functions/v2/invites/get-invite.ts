import { isInviteId } from '../../../shared/contract/address.ts';
import { getInvite } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeInvite, readInvite, readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getInvite,
  async ({ caller, params, context }) => {
    const read = isInviteId(params.email) ? readInvite : readInviteTo;
    const view = await read(context, caller.organizationId, params.email);
    return { invite: describeInvite(view, deployedAppUrl()) };
  },
  {
    reads: ({ caller: { organizationId }, params: { email } }) => [
      collections.teams(organizationId),
      ...(isInviteId(email)
        ? [keys.invite(organizationId, email)]
        : [keys.invitee(organizationId, email), keys.email(organizationId, email)]),
    ],
  },
);

import { getInvite } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeInvite, readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getInvite, async ({ caller, params, context }) => {
  const view = await readInviteTo(context, caller.organizationId, params.email);
  return { invite: describeInvite(view, deployedAppUrl()) };
});

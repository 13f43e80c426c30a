import { resendInvite as contract } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeSentInvite } from '../../../shared/domain/invite/describe.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const invite = await resendInvite(context, caller.organizationId, body.email);
  const message = `The invite to ${invite.email} was sent again.`;
  return { ...describeSentInvite(invite, deployedAppUrl()), message };
});

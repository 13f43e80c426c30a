import { sendInvite as contract } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import { describeSentInvite } from '../../../shared/domain/invite/describe.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const invite = await sendInvite(context, caller.organizationId, body);
  return describeSentInvite(invite, deployedAppUrl());
});

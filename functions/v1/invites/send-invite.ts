import { sendInvite as contract } from '../../../shared/contract/v1/invites.ts';
import { describeSentInvite } from '../../../shared/domain/invite/describe.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { environment } from '../../../shared/platform/environment.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  const invite = await sendInvite(context, caller.organizationId, body);
  return describeSentInvite(invite, environment('APP_URL'));
});

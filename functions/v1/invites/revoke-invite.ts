import { revokeInvite as contract } from '../../../shared/contract/v1/invites.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context }) => {
  await revokeInvite(context, caller.organizationId, body.email);
  return { message: `The invite to ${body.email} was revoked.`, input: { email: body.email } };
});

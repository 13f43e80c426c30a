import { revokeInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { changeInvites } from '../../../shared/domain/invite/change-many.ts';
import { revokeInvite } from '../../../shared/domain/invite/revoke.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, ({ caller, body, context }) =>
  changeInvites(body.emails, (email) => revokeInvite(context, caller.organizationId, email)),
);

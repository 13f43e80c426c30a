import { resendInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { changeInvites } from '../../../shared/domain/invite/change-many.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, ({ caller, body, context }) =>
  changeInvites(body.emails, (email) => resendInvite(context, caller.organizationId, email)),
);

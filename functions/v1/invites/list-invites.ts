import { listInvites as contract } from '../../../shared/contract/v1/invites.ts';
import { describeInviteV1, INVITES_AT_ONCE, listInvites } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { environment } from '../../../shared/platform/environment.ts';

export const handler = httpHandler(contract, async ({ caller, context }) => {
  const { invites } = await listInvites(context, caller.organizationId, {
    limit: INVITES_AT_ONCE,
    offset: 0,
  });
  return { invites: invites.map((view) => describeInviteV1(view, environment('APP_URL'))) };
});

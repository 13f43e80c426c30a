import { PAGE_LIMIT_DEFAULT } from '../../../shared/contract/schemas.ts';
import { listInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { describeInvite, INVITES_AT_ONCE, listInvites } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { environment } from '../../../shared/platform/environment.ts';

export const handler = httpHandler(contract, async ({ caller, query, context }) => {
  const { status, offset, limit = offset === undefined ? INVITES_AT_ONCE : PAGE_LIMIT_DEFAULT } = query;
  const { invites, pagination } = await listInvites(context, caller.organizationId, {
    limit,
    offset: offset ?? 0,
    status,
  });
  return { invites: invites.map((view) => describeInvite(view, environment('APP_URL'))), pagination };
});

import { listInvites as contract } from '../../../shared/contract/v2/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import {
  describeInvite,
  describeInvites,
  inviteListReads,
  listInvites,
} from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, query, context }) => {
    const list = await listInvites(context, caller.organizationId, query);
    return describeInvites(list, (view) => describeInvite(view, deployedAppUrl()));
  },
  { reads: ({ caller, context }) => inviteListReads(context, caller.organizationId) },
);

import { listInvites as contract } from '../../../shared/contract/v1/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import {
  describeInvites,
  describeInviteV1,
  inviteListReads,
  listInvites,
} from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    const list = await listInvites(context, caller.organizationId, {});
    const { invites } = describeInvites(list, (view) => describeInviteV1(view, deployedAppUrl()));
    return { invites };
  },
  { reads: ({ caller, context }) => inviteListReads(context, caller.organizationId) },
);

import { listInvites as contract } from '../../../shared/contract/v1/invites.ts';
import { deployedAppUrl } from '../../../shared/deployed/settings.ts';
import {
  describeInvites,
  describeInviteV1,
  describeInviteV1WithoutLink,
  inviteListReads,
  listInvites,
} from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context, seesCredentials }) => {
    const list = await listInvites(context, caller.organizationId, {});
    const { invites } = describeInvites(list, (view) =>
      seesCredentials ? describeInviteV1(view, deployedAppUrl()) : describeInviteV1WithoutLink(view),
    );
    return { invites };
  },
  { reads: ({ caller, context }) => inviteListReads(context, caller.organizationId) },
);

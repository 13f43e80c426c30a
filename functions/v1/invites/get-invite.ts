import { getInvite } from '../../../shared/contract/v1/invites.ts';
import { describeInviteDetailV1, readInvite } from '../../../shared/domain/invite/describe.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getInvite,
  async ({ caller, params, context }) => ({
    invite: describeInviteDetailV1(await readInvite(context, caller.organizationId, params.inviteId)),
  }),
  {
    reads: ({ caller, params }) => [
      keys.invite(caller.organizationId, params.inviteId),
      collections.teams(caller.organizationId),
    ],
  },
);

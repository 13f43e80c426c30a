import { deleteTeam as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull, withoutTeam } from '../../../shared/domain/organization/describe.ts';
import { deleteTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, params, context }) => {
    const described = await describeOrganizationInFull(context, await organization());
    await deleteTeam(context, caller.organizationId, params.teamId);
    return { organization: withoutTeam(described, params.teamId) };
  },
  {
    reads: ({ caller: { organizationId }, params }) => [
      keys.organization(organizationId),
      collections.teams(organizationId),
      keys.team(organizationId, params.teamId),
    ],
  },
);

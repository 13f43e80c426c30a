import { renameTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization, withTeam } from '../../../shared/domain/organization/describe.ts';
import { renameTeam } from '../../../shared/domain/team/change.ts';
import { describeTeam } from '../../../shared/domain/team/team.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, params, body, context }) => {
    const described = await describeOrganization(context, await organization());
    const team = await renameTeam(context, caller.organizationId, params.teamId, body.name);
    return { team: describeTeam(team), organization: withTeam(described, team) };
  },
  {
    reads: ({ caller: { organizationId }, params }) => [
      keys.organization(organizationId),
      collections.teams(organizationId),
      keys.team(organizationId, params.teamId),
    ],
  },
);

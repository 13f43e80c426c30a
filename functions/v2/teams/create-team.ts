import { createTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization, withTeam } from '../../../shared/domain/organization/describe.ts';
import { createTeam, requireRoomForTeam } from '../../../shared/domain/team/change.ts';
import { describeTeam } from '../../../shared/domain/team/team.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, body, context }) => {
    const described = await describeOrganization(context, await organization());
    requireRoomForTeam(described);
    const team = await createTeam(context, caller.organizationId, body.name);
    return { team: describeTeam(team), organization: withTeam(described, team) };
  },
  {
    reads: ({ caller }) => [
      keys.organization(caller.organizationId),
      collections.teams(caller.organizationId),
    ],
  },
);

import { createTeam as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull, withTeam } from '../../../shared/domain/organization/describe.ts';
import { createTeam, requireRoomForTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, body, context }) => {
    const described = await describeOrganizationInFull(context, await organization());
    requireRoomForTeam(described);
    const team = await createTeam(context, caller.organizationId, body.name);
    return { organization: withTeam(described, team) };
  },
  {
    reads: ({ caller }) => [
      keys.organization(caller.organizationId),
      collections.teams(caller.organizationId),
    ],
  },
);

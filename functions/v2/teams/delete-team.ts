import { deleteTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization, withoutTeam } from '../../../shared/domain/organization/describe.ts';
import { deleteTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, params, context }) => {
    const described = await describeOrganization(context, await organization());
    await deleteTeam(context, caller.organizationId, params.teamId);
    return {
      message: 'The team was deleted; its members stay in the organization.',
      organization: withoutTeam(described, params.teamId),
    };
  },
  {
    reads: ({ caller: { organizationId }, params }) => [
      keys.organization(organizationId),
      collections.teams(organizationId),
      keys.team(organizationId, params.teamId),
    ],
  },
);

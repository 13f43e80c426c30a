import { renameTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization } from '../../../shared/domain/organization/organization.ts';
import { renameTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, params, body, context }) => {
  const { id, name } = await renameTeam(context, caller.organizationId, params.teamId, body.name);
  return {
    team: { id, name },
    organization: await describeOrganization(context, await organization()),
  };
});

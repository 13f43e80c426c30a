import { deleteTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization } from '../../../shared/domain/organization/organization.ts';
import { deleteTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, params, context }) => {
  await deleteTeam(context, caller.organizationId, params.teamId);
  return {
    message: 'The team was deleted; its members stay in the organization.',
    organization: await describeOrganization(context, await organization()),
  };
});

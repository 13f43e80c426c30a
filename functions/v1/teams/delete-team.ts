import { deleteTeam as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull } from '../../../shared/domain/organization/organization.ts';
import { deleteTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, params, context }) => {
  await deleteTeam(context, caller.organizationId, params.teamId);
  return { organization: await describeOrganizationInFull(context, await organization()) };
});

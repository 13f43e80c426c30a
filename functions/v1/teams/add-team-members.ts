import { addTeamMembers as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull } from '../../../shared/domain/organization/organization.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, params, body, context }) => {
  await addTeamMembers(context, caller.organizationId, params.teamId, body.emails);
  return { organization: await describeOrganizationInFull(context, await organization()) };
});

import { renameTeam as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull } from '../../../shared/domain/organization/organization.ts';
import { renameTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, params, body, context }) => {
  await renameTeam(context, caller.organizationId, params.teamId, body.name);
  return { organization: await describeOrganizationInFull(context, await organization()) };
});

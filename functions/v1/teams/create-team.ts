import { createTeam as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull } from '../../../shared/domain/organization/organization.ts';
import { createTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  await createTeam(context, caller.organizationId, body.name);
  return { organization: await describeOrganizationInFull(context, await organization()) };
});

import { createTeam as contract } from '../../../shared/contract/v2/teams.ts';
import { describeOrganization } from '../../../shared/domain/organization/organization.ts';
import { createTeam } from '../../../shared/domain/team/change.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, organization, body, context }) => {
  const { id, name } = await createTeam(context, caller.organizationId, body.name);
  return {
    team: { id, name },
    organization: await describeOrganization(context, await organization()),
  };
});

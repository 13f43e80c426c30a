import { addTeamMembers as contract } from '../../../shared/contract/v1/teams.ts';
import { describeOrganizationInFull } from '../../../shared/domain/organization/describe.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, organization, params, body, context }) => {
    const [, described] = await allInOrder(
      addTeamMembers(context, caller.organizationId, params.teamId, body.emails),
      organization().then((read) => describeOrganizationInFull(context, read)),
    );
    return { organization: described };
  },
  { reads: ({ caller, params }) => [keys.team(caller.organizationId, params.teamId)] },
);

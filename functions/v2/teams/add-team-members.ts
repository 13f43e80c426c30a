import { addTeamMembers as contract } from '../../../shared/contract/v2/teams.ts';
import { addTeamMembers } from '../../../shared/domain/team/members.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, params, body, context }) => {
    await addTeamMembers(context, caller.organizationId, params.teamId, body.emails);
    return { message: 'The members were added to the team.' };
  },
  { reads: ({ caller, params }) => [keys.team(caller.organizationId, params.teamId)] },
);

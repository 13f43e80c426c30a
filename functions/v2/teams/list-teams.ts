import { listTeams as contract } from '../../../shared/contract/v2/teams.ts';
import { listTeams } from '../../../shared/domain/team/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    return { teams: await listTeams(context, caller.organizationId) };
  },
  { reads: ({ caller }) => [collections.teams(caller.organizationId)] },
);

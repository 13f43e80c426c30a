import * as z from 'zod';
import { TEAMS_MAX } from '../address.ts';
import { endpoint } from '../endpoint.ts';
import { message, success } from '../fields.ts';
import { organization, team } from '../organization.ts';
import { teamBody, teamMembersBody, teamParams } from '../team-request.ts';

export const listTeams = endpoint({
  operation: 'v2/teams/list-teams',
  summary: 'All teams, oldest first',
  method: 'GET',
  path: '/api/v2/organization/teams',
  auth: 'apiKey',
  role: 'viewer',
  response: z.object({ success, teams: z.array(team) }),
  permissions: ['table:query'],
});

export const createTeam = endpoint({
  operation: 'v2/teams/create-team',
  summary: `Creates a team; names are unique regardless of case, and an organization has ${TEAMS_MAX} teams at most`,
  method: 'POST',
  path: '/api/v2/organization/teams',
  auth: 'apiKey',
  role: 'manager',
  body: teamBody,
  response: z.object({ success, team, organization }),
  errors: ['ALREADY_EXISTS'],
  permissions: ['table:query', 'table:put', 'trail:append'],
});

export const renameTeam = endpoint({
  operation: 'v2/teams/rename-team',
  summary: 'Renames a team',
  method: 'PUT',
  path: '/api/v2/organization/teams/{teamId}',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  body: teamBody,
  response: z.object({ success, team, organization }),
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'trail:append'],
});

export const deleteTeam = endpoint({
  operation: 'v2/teams/delete-team',
  summary: 'Deletes a team; its members stay in the organization without a team',
  method: 'DELETE',
  path: '/api/v2/organization/teams/{teamId}',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  response: z.object({
    success,
    message: message('The team was deleted; its members stay in the organization.'),
    organization,
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:delete', 'trail:append'],
});

export const addTeamMembers = endpoint({
  operation: 'v2/teams/add-team-members',
  summary: 'Moves members of the organization into a team',
  method: 'POST',
  path: '/api/v2/organization/teams/{teamId}/members',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  body: teamMembersBody,
  response: z.object({ success, message: message('The members were added to the team.') }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: ['table:get', 'table:get-many', 'table:update', 'table:check', 'lists:note', 'trail:append'],
});

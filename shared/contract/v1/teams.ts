import * as z from 'zod';
import { TEAMS_MAX } from '../address.ts';
import { endpoint } from '../endpoint.ts';
import { described, success } from '../fields.ts';
import { organization } from '../organization.ts';
import { READ_LIST } from '../permission-bundles.ts';
import { SAMPLE } from '../samples.ts';
import { teamBody, teamMembersBody, teamParams } from '../team-request.ts';

/** In v1, every change of a team answers the whole organization with its description. */
const response = z.object({
  success,
  organization: described(
    organization.extend({
      description: described(
        z.string(),
        'The description of the organization; empty without one.',
        `${SAMPLE.company}, Copenhagen`,
      ),
    }),
    'The organization with its description.',
  ),
});

export const createTeam = endpoint({
  operation: 'v1/teams/create-team',
  summary: `Creates a team; names are unique regardless of case, and an organization has ${TEAMS_MAX} teams at most`,
  method: 'POST',
  path: '/api/v1/organization/teams',
  auth: 'apiKey',
  role: 'manager',
  body: teamBody,
  response,
  errors: ['ALREADY_EXISTS'],
  permissions: ['table:query', 'table:put', 'trail:append'],
});

export const renameTeam = endpoint({
  operation: 'v1/teams/rename-team',
  summary: 'Renames a team',
  method: 'PUT',
  path: '/api/v1/organization/teams/{teamId}',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  body: teamBody,
  response,
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'trail:append'],
});

export const deleteTeam = endpoint({
  operation: 'v1/teams/delete-team',
  summary: 'Deletes a team; its members stay in the organization without a team',
  method: 'DELETE',
  path: '/api/v1/organization/teams/{teamId}',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  response,
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:delete', 'trail:append'],
});

export const addTeamMembers = endpoint({
  operation: 'v1/teams/add-team-members',
  summary: 'Moves members of the organization into a team',
  method: 'POST',
  path: '/api/v1/organization/teams/{teamId}/add-members',
  auth: 'apiKey',
  role: 'manager',
  params: teamParams,
  body: teamMembersBody,
  response,
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: [...READ_LIST, 'table:get', 'table:update', 'table:check', 'lists:note', 'trail:append'],
});

import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/contract/registry.ts';
import { SCOPES, scopeOf } from '../../../shared/contract/scopes.ts';

/** Reviewed by hand: the operations that each scope allows. */
const REVIEWED = {
  'organization:read': [
    'v1/organization/get-credits',
    'v1/organization/get-organization',
    'v2/organization/get-credits',
    'v2/organization/get-organization',
    'v2/organization/get-usage',
  ],
  'organization:write': [],
  'invites:read': [
    'v1/invites/get-invite',
    'v1/invites/list-invites',
    'v2/invites/get-invite',
    'v2/invites/list-invites',
  ],
  'invites:write': [
    'v1/invites/revoke-invite',
    'v1/invites/send-invite',
    'v2/invites/check-invites',
    'v2/invites/resend-invite',
    'v2/invites/revoke-invite',
    'v2/invites/send-invite',
    'v2/invites/send-many-invites',
  ],
  'team:read': [
    'admin/members/list-members',
    'admin/members/search-members',
    'v2/members/list-accepted-members',
    'v2/members/list-finished-members',
    'v2/members/list-members',
    'v2/members/list-pending-members',
    'v2/teams/list-teams',
  ],
  'team:write': [
    'v1/teams/add-team-members',
    'v1/teams/create-team',
    'v1/teams/delete-team',
    'v1/teams/rename-team',
    'v2/members/erase-member',
    'v2/teams/add-team-members',
    'v2/teams/create-team',
    'v2/teams/delete-team',
    'v2/teams/rename-team',
  ],
  'models:read': ['v2/models/get-model', 'v2/models/list-model-events', 'v2/models/list-models'],
  'models:write': ['v2/models/delete-model'],
  'photos:read': [
    'v2/favorites/list-favorites',
    'v2/photos/get-favorite-photo',
    'v2/photos/get-photo',
    'v2/photos/list-photos',
  ],
  'photos:write': ['v2/photos/download-photos'],
  'whitelabel:read': ['v2/whitelabel/get-model'],
  'whitelabel:write': ['v2/whitelabel/create-model', 'v2/whitelabel/delete-model'],
};

describe('the scopes of API keys', () => {
  it('allow the reviewed operations, and cover every endpoint that accepts an API key', () => {
    const accepting = endpoints.filter(({ auth }) => auth === 'apiKey');
    const allowed = SCOPES.map((scope) => [
      scope,
      accepting
        .filter((each) => scopeOf(each) === scope)
        .map(({ operation }) => operation)
        .sort(),
    ]);
    expect(Object.fromEntries(allowed)).toEqual(REVIEWED);
  });

  it('are missing for a folder without an area, and the error names the remedy', () => {
    expect(() => scopeOf({ operation: 'v2/secrets/list', method: 'GET' })).toThrow(/add its folder/);
  });

  it('let a test key change nothing but create white-label models', () => {
    const allowed = endpoints.filter(({ testKeys }) => testKeys).map(({ operation }) => operation);
    expect(allowed).toEqual(['v2/whitelabel/create-model']);
  });
});

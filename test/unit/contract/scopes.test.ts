import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CREDENTIAL } from '../../../shared/contract/fields.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import { changesNothing, SCOPES, scopeOf } from '../../../shared/contract/scopes.ts';
import type { ApiKeyRecord } from '../../../shared/domain/organization/api-key.ts';
import { seesCredentials } from '../../../shared/http/authorize.ts';

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
    'v2/photos/download-photos',
    'v2/photos/get-favorite-photo',
    'v2/photos/get-photo',
    'v2/photos/list-photos',
  ],
  'photos:write': [],
  'whitelabel:read': [],
  'whitelabel:write': ['v2/whitelabel/create-model', 'v2/whitelabel/delete-model', 'v2/whitelabel/get-model'],
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

  it('let a test key change nothing but create and delete models', () => {
    const allowed = endpoints.filter(({ testKeys }) => testKeys).map(({ operation }) => operation);
    expect(allowed).toEqual([
      'v2/models/delete-model',
      'v2/whitelabel/create-model',
      'v2/whitelabel/delete-model',
    ]);
  });
});

/** Names of fields whose values let their holders act, wherever they are in an answer. */
const ACTING = /^(signedUrl|link|inviteLink|token|session|apiKey|secret)$/;

/** The properties of a JSON schema that match, with the path to each. */
function* propertiesIn(
  schema: unknown,
  path = '',
): Generator<{ path: string; name: string; marked: boolean }> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (path.endsWith('/properties')) {
      const marked = JSON.stringify(value).includes(`"${CREDENTIAL}":true`);
      yield { path: `${path}/${name}`, name, marked };
    }
    yield* propertiesIn(value, `${path}/${name}`);
  }
}

describe('credentials in answers', () => {
  const reading = endpoints.filter((each) => each.auth === 'apiKey' && changesNothing(each));
  const fieldsOf = (response: z.ZodType) => [
    ...propertiesIn(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })),
  ];

  it('are marked wherever a request that reads is answered with one', () => {
    const unmarked = reading.flatMap(({ operation, response }) =>
      fieldsOf(response)
        .filter(({ name, marked }) => ACTING.test(name) && !marked)
        .map(({ path }) => operation + path),
    );
    expect(unmarked).toEqual([]);
  });

  it('are given to callers who may write only: each contract that reads them says how', () => {
    const giving = reading
      .filter(({ response }) => fieldsOf(response).some(({ marked }) => marked))
      .map(({ operation, credentials }) => [operation, credentials]);
    expect(giving).toEqual([
      ['v2/invites/list-invites', 'ifAllowed'],
      ['v2/invites/get-invite', 'ifAllowed'],
      ['v1/invites/list-invites', 'ifAllowed'],
      ['v2/whitelabel/get-model', 'always'],
    ]);
  });

  it('are seen by managers, and by live keys with the scope of writing', () => {
    const contract = reading.find(({ operation }) => operation === 'v2/invites/list-invites') ?? fail();
    const key = {
      id: 'key_1',
      organizationId: 'org_1',
      name: 'A key',
      shown: 'hsk',
      hash: '',
      createdAt: '',
    };
    const sees = (more: Pick<ApiKeyRecord, 'scopes' | 'test'>) =>
      seesCredentials(contract, { organizationId: 'org_1', key: { ...key, ...more } });
    expect(sees({})).toBe(true);
    expect(sees({ scopes: ['invites:write'] })).toBe(true);
    expect(sees({ scopes: ['invites:read', 'models:write'] })).toBe(false);
    expect(sees({ test: true })).toBe(false);
    expect(sees({ test: true, scopes: ['invites:write'] })).toBe(false);
  });
});

function fail(): never {
  throw new Error('There is no such contract.');
}

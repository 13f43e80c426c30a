import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CREDENTIAL, credential, credentialsIn } from '../../../shared/contract/credential.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import { changesNothing, SCOPES, scopeOf } from '../../../shared/contract/scopes.ts';

/** Reviewed by hand: the operations that each scope allows. */
const REVIEWED = {
  'organization:read': [
    'v1/organization/get-credits v1/organization/get-organization v2/organization/get-credits',
    'v2/organization/get-organization v2/organization/get-usage',
  ].join(' '),
  'organization:write': '',
  'invites:read': [
    'v1/invites/get-invite v1/invites/list-invites v2/invites/get-invite v2/invites/list-invites',
  ].join(' '),
  'invites:write': [
    'v1/invites/revoke-invite v1/invites/send-invite v2/invites/check-invites v2/invites/resend-invite',
    'v2/invites/resend-many-invites v2/invites/revoke-invite v2/invites/revoke-many-invites',
    'v2/invites/send-invite v2/invites/send-many-invites',
  ].join(' '),
  'team:read': [
    'admin/members/get-person admin/members/list-members admin/members/search-members',
    'v2/members/list-accepted-members',
    'v2/members/list-finished-members v2/members/list-members v2/members/list-pending-members',
    'v2/teams/list-teams',
  ].join(' '),
  'team:write': [
    'v1/teams/add-team-members v1/teams/create-team v1/teams/delete-team v1/teams/rename-team',
    'v2/members/erase-member v2/teams/add-team-members v2/teams/create-team v2/teams/delete-team',
    'v2/teams/rename-team',
  ].join(' '),
  'models:read': 'v2/models/get-model v2/models/list-model-events v2/models/list-models',
  'models:write': 'v2/models/delete-model v2/models/restart-model',
  'photos:read': [
    'v2/favorites/list-favorites v2/photos/download-photos v2/photos/get-favorite-photo',
    'v2/photos/get-photo v2/photos/list-photos',
  ].join(' '),
  'photos:write': 'v2/photos/choose-favorite-photo',
  'whitelabel:read': '',
  'whitelabel:write': ['v2/whitelabel/create-model v2/whitelabel/delete-model v2/whitelabel/get-model'].join(
    ' ',
  ),
};

describe('the scopes of API keys', () => {
  it('allow the reviewed operations, and cover every endpoint that accepts an API key', () => {
    const accepting = endpoints.filter(({ auth }) => auth === 'apiKey');
    const allowedBy = (scope: string) =>
      accepting.filter((each) => scopeOf(each) === scope).map(({ operation }) => operation);
    const allowed = SCOPES.map((scope) => [scope, allowedBy(scope).sort().join(' ')]);
    expect(Object.fromEntries(allowed)).toEqual(REVIEWED);
  });

  it('are missing for a folder without an area, and the error names the remedy', () => {
    expect(() => scopeOf({ operation: 'v2/secrets/list', method: 'GET', credentials: [] })).toThrow(
      /add its folder/,
    );
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

  it('have a substitute for callers who may only read, or need the right to write', () => {
    const giving = reading
      .filter(({ credentials }) => credentials.length > 0)
      .map(({ operation, credentials }) => [
        operation,
        ...credentials.map(({ path, substitute }) => `${path.join('.')}: ${substitute}`),
      ]);
    expect(giving).toEqual([
      ['v2/invites/list-invites', 'invites.id: hashed', 'invites.link: omitted'],
      ['v2/invites/get-invite', 'invite.id: hashed', 'invite.link: omitted'],
      ['v1/invites/list-invites', 'invites.id: hashed', 'invites.link: empty'],
      ['v2/whitelabel/get-model', 'signedUrl: undefined'],
    ]);
    const scopes = reading.filter(({ credentials }) => credentials.length > 0).map(scopeOf);
    expect(scopes).toEqual(['invites:read', 'invites:read', 'invites:read', 'whitelabel:write']);
  });

  it('are left out only where the field is optional', () => {
    const omitted = endpoints.flatMap(({ response, credentials }) =>
      credentials
        .filter(({ substitute }) => substitute === 'omitted')
        .map(({ path }) => [response, path] as const),
    );
    expect(omitted).toHaveLength(3);
    for (const [response, path] of omitted) expect(isOptional(response, path)).toBe(true);
  });

  it('are looked for in known kinds of schemas only', () => {
    const odd = z.object({ all: z.set(z.string()) });
    expect(() => credentialsIn(odd)).toThrow(/in a set/);
    const marked = credential(z.string(), 'empty');
    const nested = z.object({ one: z.array(z.object({ two: marked.nullable().optional() })) });
    expect(credentialsIn(nested)).toEqual([{ path: ['one', 'two'], substitute: 'empty' }]);
    const second = z.union([z.string(), nested]);
    expect(credentialsIn(second)).toEqual(credentialsIn(nested));
  });
});

function isOptional(schema: z.core.$ZodType, [field, ...rest]: readonly string[]): boolean {
  if (schema instanceof z.ZodArray) return isOptional(schema.element, [field ?? '', ...rest]);
  if (!(schema instanceof z.ZodObject) || field === undefined) return false;
  const part: z.core.$ZodType = schema.shape[field];
  return rest.length === 0 ? z.safeParse(part, undefined).success : isOptional(part, rest);
}

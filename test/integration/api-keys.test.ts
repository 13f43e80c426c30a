import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { createApiKey, findApiKey } from '../../shared/domain/organization/api-key.ts';
import { HOUR, isoTime } from '../../shared/platform/clock.ts';
import { INVITES, operatorAgo } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, expectCleanAudit, TEAMS } from '../support/people.ts';
import { baseUrl, MODELS, operator, someEmail, WHITE_LABEL } from '../support/tenant.ts';

const KEYS = '/api/admin/keys';
const FORBIDDEN = [403, 'FORBIDDEN'];

interface Created {
  apiKey: string;
  key: { id: string; prefix: string } & Record<string, unknown>;
}

async function keyOf({ owner }: Awaited<ReturnType<typeof ownedTenant>>, body: object) {
  const created = await owner.expect<Created>('POST', KEYS, { name: 'A key', ...body });
  return { ...created, api: connectApi(baseUrl, created.apiKey) };
}

describe('an API key', () => {
  test('with scopes may do what they name, and any other request is answered 403 with the missing scope', async () => {
    const tenant = await ownedTenant();
    const reader = await keyOf(tenant, { scopes: ['models:read', 'team:write'], note: 'For the report' });
    expect(reader.key).toMatchObject({ scopes: ['models:read', 'team:write'], note: 'For the report' });
    await reader.api.expect('GET', MODELS);
    await reader.api.expect('POST', TEAMS, { name: 'Design' });

    const email = someEmail();
    const refused: [string, string, string, object?][] = [
      ['GET', TEAMS, 'team:read'],
      ['GET', '/api/v2/organization', 'organization:read'],
      ['GET', INVITES, 'invites:read'],
      ['POST', INVITES, 'invites:write', { email }],
      ['DELETE', `${MODELS}/mdl_1`, 'models:write'],
      ['GET', `${MODELS}/mdl_1/photos`, 'photos:read'],
      ['POST', `${WHITE_LABEL}/create`, 'whitelabel:write', { email, isDevelopment: true }],
    ];
    for (const [method, path, scope, body] of refused) {
      const answer = await reader.api.call(method as 'GET', path, body);
      expect([answer.status, answer.body.code], path).toEqual(FORBIDDEN);
      expect(answer.body.error).toContain(`lacks the scope ${scope}:`);
    }
    // The scope is checked before the body is, and before the resource is looked up.
    expect(await codeOf(reader.api.call('POST', INVITES, {}))).toEqual(FORBIDDEN);
    expect(await codeOf(tenant.api.call('GET', `${INVITES}/${email}`))).toEqual([404, 'NOT_FOUND']);
    await expectCleanAudit(tenant);
  });

  test('without scopes may do everything, and lists show scopes, note and end of each key', async () => {
    const tenant = await ownedTenant();
    const expiresAt = isoTime(Date.now() + HOUR);
    const { api, key } = await keyOf(tenant, { expiresAt });
    await api.expect('POST', TEAMS, { name: 'Design' });
    await api.expect('GET', INVITES);
    const { keys: listed } = await tenant.owner.expect<{ keys: Created['key'][] }>('GET', KEYS);
    expect(listed.find(({ id }) => id === key.id)).toMatchObject({
      scopes: null,
      note: null,
      expiresAt,
      test: false,
    });
  });

  test('is not valid from its end on, and cannot be created with an end that has passed', async () => {
    const tenant = await ownedTenant();
    const expiresAt = isoTime(operator.clock.now() - HOUR);
    const { apiKey } = await createApiKey(operatorAgo(2 * HOUR), tenant.organizationId, {
      name: 'Old',
      expiresAt,
    });
    expect(await findApiKey(operatorAgo(2 * HOUR), apiKey)).toMatchObject({ name: 'Old' });
    expect(await codeOf(connectApi(baseUrl, apiKey).call('GET', MODELS))).toEqual([401, 'UNAUTHORIZED']);
    for (const body of [{ expiresAt }, { expiresAt: 'tomorrow' }, { scopes: [] }, { scopes: ['all'] }]) {
      const created = tenant.owner.call('POST', KEYS, { name: 'A key', ...body });
      expect(await codeOf(created)).toEqual([400, 'INVALID_REQUEST']);
    }
  });

  test('for tests reads, and creates development models only', async () => {
    const tenant = await ownedTenant({ whiteLabel: true });
    const { api, apiKey, key } = await keyOf(tenant, { test: true });
    expect(apiKey).toMatch(/^hsk_test_/);
    expect([key.prefix.slice(0, 9), key.test]).toEqual(['hsk_test_', true]);
    const create = (isDevelopment?: boolean) =>
      api.call('POST', `${WHITE_LABEL}/create`, { email: someEmail(), isDevelopment });
    expect(await codeOf(create())).toEqual(FORBIDDEN);
    expect(await codeOf(create(false))).toEqual(FORBIDDEN);
    const { status, body } = await create(true);
    expect([status, body.isDevelopment]).toEqual([200, true]);
    await api.expect('GET', `${MODELS}/${String(body.modelId)}`);
    expect(await codeOf(api.call('POST', INVITES, { email: someEmail() }))).toEqual(FORBIDDEN);
    expect(await codeOf(api.call('DELETE', `${MODELS}/${String(body.modelId)}`))).toEqual(FORBIDDEN);
    const listed = await api.expect<{ models: object[] }>('GET', MODELS);
    expect(listed.models).toMatchObject([{ isDevelopment: true }]);
  });
});

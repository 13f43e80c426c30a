import { describe, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { findApiKey } from '../../shared/domain/organization/api-key.ts';
import { createApiKey } from '../../shared/domain/organization/manage-api-keys.ts';
import { HOUR, isoTime } from '../../shared/platform/clock.ts';
import { INVITES, operatorAgo } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf, expectCleanAudit, TEAMS } from '../support/people.ts';
import { baseUrl, MODELS, operator, someEmail, WHITE_LABEL } from '../support/tenant.ts';

const KEYS = '/api/admin/keys';
const V1_INVITES = '/api/v1/organization/invites';
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

  test('that only reads gets no link and no id by which a person could be acted for', async () => {
    const tenant = await ownedTenant({ whiteLabel: true });
    const email = someEmail();
    const sent = await tenant.api.expect<{ id: string; link: string }>('POST', INVITES, { email });
    const live = await tenant.api.expect<{ modelId: string }>('POST', `${WHITE_LABEL}/create`, {
      email: someEmail(),
    });
    const reading = await keyOf(tenant, { scopes: ['invites:read', 'whitelabel:read'] });
    for (const { api } of [reading, await keyOf(tenant, { test: true })]) {
      const [listed] = (await api.expect<{ invites: Record<string, unknown>[] }>('GET', INVITES)).invites;
      const { invite } = await api.expect<{ invite: Record<string, unknown> }>('GET', `${INVITES}/${email}`);
      const [first] = (await api.expect<{ invites: Record<string, unknown>[] }>('GET', V1_INVITES)).invites;
      for (const each of [listed, invite]) expect(each).not.toHaveProperty('link');
      expect(first?.link).toBe('');
      expect(JSON.stringify([listed, invite, first])).not.toContain(sent.id);
      expect(await codeOf(api.call('GET', `${WHITE_LABEL}/get/${live.modelId}`))).toEqual(FORBIDDEN);
      expect((await tenant.api.call('GET', `${MODELS}/${live.modelId}`)).status).toBe(200);
    }
    const writing = await keyOf(tenant, { scopes: ['invites:read', 'invites:write', 'whitelabel:write'] });
    const shown = await writing.api.expect<{ invite: object }>('GET', `${INVITES}/${email}`);
    expect(shown.invite).toMatchObject({ id: sent.id, link: sent.link });
    await writing.api.expect('GET', `${WHITE_LABEL}/get/${live.modelId}`);
    const { invites } = await tenant.api.expect<{ invites: object[] }>('GET', V1_INVITES);
    expect(invites).toMatchObject([{ id: sent.id, link: sent.link }]);
  });

  test('for tests reads, and creates and deletes development models only', async () => {
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
    const modelPath = `${MODELS}/${String(body.modelId)}`;
    await api.expect('GET', modelPath);
    await api.expect('GET', `${WHITE_LABEL}/get/${String(body.modelId)}`);
    expect(await codeOf(api.call('POST', `${modelPath}/photos/download`, {}))).not.toEqual(FORBIDDEN);
    expect(await codeOf(api.call('POST', INVITES, { email: someEmail() }))).toEqual(FORBIDDEN);
    const live = await tenant.api.expect<{ modelId: string }>('POST', `${WHITE_LABEL}/create`, {
      email: someEmail(),
    });
    for (const path of [`${MODELS}/${live.modelId}`, `${WHITE_LABEL}/delete/${live.modelId}`])
      expect(await codeOf(api.call('DELETE', path))).toEqual(FORBIDDEN);
    await api.expect('DELETE', modelPath);
    expect(await codeOf(api.call('DELETE', modelPath))).toEqual([400, 'ALREADY_DELETED']);
  });
});

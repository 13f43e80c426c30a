import { beforeAll, expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { HOUR, isoTime } from '../../shared/platform/clock.ts';
import { INVITES } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { codeOf, TEAMS } from '../support/people.ts';
import { baseUrl, createModel, MODELS, someEmail, until, WHITE_LABEL } from '../support/tenant.ts';

const KEYS = '/api/admin/keys';
const ORGANIZATION = '/api/v2/organization';
const FORBIDDEN = [403, 'FORBIDDEN'];
const NOT_FOUND = [404, 'NOT_FOUND'];

type Key = { id: string; name: string; lastUsedAt: string | null } & Record<string, unknown>;

let tenant: OwnedTenant;
beforeAll(async () => {
  tenant = await ownedTenant({ whiteLabel: true });
});

async function keyOf(body: object) {
  const created = await tenant.owner.expect<{ apiKey: string; key: Key }>('POST', KEYS, {
    name: 'A key',
    ...body,
  });
  return { ...created, api: connectApi(baseUrl, created.apiKey) };
}

test('an API key is shown once, listed by its prefix and last use, and rejected once it is deleted', async () => {
  const theirs = await ownedTenant();
  const listed = async ({ owner }: OwnedTenant) =>
    (await owner.expect<{ keys: Key[] }>('GET', KEYS)).keys.filter(({ name }) => name !== 'A key');
  const expiresAt = isoTime(Date.now() + HOUR);
  const { apiKey, key, api } = await keyOf({ name: ' Web shop ', expiresAt });
  expect(apiKey).toMatch(/^hsk_live_[0-9A-Za-z]{43}$/);
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    ...{ name: 'Web shop', note: null, prefix: apiKey.slice(0, 13), scopes: null, test: false },
    ...{ createdAt: expect.any(String), expiresAt, lastUsedAt: null },
  });
  expect(await listed(tenant)).toEqual([key, expect.objectContaining({ name: 'first key' })]);
  expect((await listed(theirs)).map(({ name }) => name)).toEqual(['first key']);
  for (const body of [
    { expiresAt: isoTime(0) },
    { expiresAt: 'tomorrow' },
    { scopes: [] },
    { scopes: ['all'] },
  ])
    expect(await codeOf(tenant.owner.call('POST', KEYS, { name: 'B', ...body }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);

  await api.expect('GET', ORGANIZATION);
  await until(async () => (await listed(tenant))[0]?.lastUsedAt !== null, 'the use to be noted');
  const used = Date.parse((await listed(tenant))[0]?.lastUsedAt ?? '');
  expect(used).toBeGreaterThanOrEqual(Date.parse(String(key.createdAt)));

  const remove = ({ owner }: OwnedTenant) => codeOf(owner.call('DELETE', `${KEYS}/${key.id}`));
  expect(await remove(theirs)).toEqual(NOT_FOUND);
  expect(await remove(tenant)).toEqual([200, undefined]);
  expect(await codeOf(api.call('GET', ORGANIZATION))).toEqual([401, 'UNAUTHORIZED']);
  expect((await listed(tenant)).map(({ name }) => name)).toEqual(['first key']);
  expect(await remove(tenant)).toEqual(NOT_FOUND);
  // The other key still works.
  await tenant.api.expect('GET', ORGANIZATION);
});

test('a key with scopes may do what they name, and any other request is answered 403 with the missing scope', async () => {
  const { key, api } = await keyOf({ scopes: ['models:read', 'team:write'], note: 'For the report' });
  expect(key).toMatchObject({ scopes: ['models:read', 'team:write'], note: 'For the report' });
  await api.expect('GET', MODELS);
  await api.expect('POST', TEAMS, { name: 'Design' });
  for (const [method, path, scope] of [
    ['GET', TEAMS, 'team:read'],
    // The scope is checked before the body is, and before the resource is looked up.
    ['POST', INVITES, 'invites:write'],
    ['DELETE', `${MODELS}/mdl_1`, 'models:write'],
  ] as const) {
    const { status, body } = await api.call(method, path, method === 'POST' ? {} : undefined);
    expect([status, body.code], path).toEqual(FORBIDDEN);
    expect(body.error).toContain(`lacks the scope ${scope}:`);
  }
});

test('a key that only reads, or is for tests, gets no link and no id by which a person could be acted for', async () => {
  const email = someEmail();
  const sent = await tenant.api.expect<{ id: string; link: string }>('POST', INVITES, { email });
  const live = await createModel(tenant);
  const get = `${WHITE_LABEL}/get/${live.modelId}`;
  const reading = await keyOf({ scopes: ['invites:read', 'whitelabel:read'] });
  const testing = await keyOf({ test: true });
  const shownTo = async ({ api }: typeof reading) => {
    const [list, one, v1] = await Promise.all([
      api.expect<{ invites: object[] }>('GET', INVITES),
      api.expect<{ invite: object }>('GET', `${INVITES}/${email}`),
      api.expect<{ invites: object[] }>('GET', '/api/v1/organization/invites'),
    ]);
    return [list.invites[0], one.invite, v1.invites[0]];
  };
  for (const key of [reading, testing]) {
    const [listed, invite, first] = await shownTo(key);
    for (const each of [listed, invite]) expect(each).not.toHaveProperty('link');
    expect(first).toMatchObject({ link: '' });
    expect(JSON.stringify([listed, invite, first])).not.toContain(sent.id);
    expect(await codeOf(key.api.call('GET', get))).toEqual(FORBIDDEN);
  }
  const writing = await keyOf({ scopes: ['invites:read', 'invites:write', 'whitelabel:write'] });
  const same = { id: sent.id, link: sent.link };
  expect(await shownTo(writing)).toMatchObject([same, same, same]);
  await writing.api.expect('GET', get);

  expect(testing.apiKey).toMatch(/^hsk_test_/);
  expect(testing.key).toMatchObject({ prefix: testing.apiKey.slice(0, 13), test: true });
  const create = (isDevelopment?: boolean) =>
    testing.api.call('POST', `${WHITE_LABEL}/create`, { email: someEmail(), isDevelopment });
  for (const live of [undefined, false]) expect(await codeOf(create(live))).toEqual(FORBIDDEN);
  const { status, body } = await create(true);
  expect([status, body.isDevelopment]).toEqual([200, true]);
  const path = `${MODELS}/${String(body.modelId)}`;
  await testing.api.expect('GET', path);
  await testing.api.expect('GET', `${WHITE_LABEL}/get/${String(body.modelId)}`);
  expect(await codeOf(testing.api.call('POST', `${path}/photos/download`, {}))).not.toEqual(FORBIDDEN);
  expect(await codeOf(testing.api.call('POST', INVITES, { email: someEmail() }))).toEqual(FORBIDDEN);
  for (const each of [`${MODELS}/${live.modelId}`, `${WHITE_LABEL}/delete/${live.modelId}`])
    expect(await codeOf(testing.api.call('DELETE', each))).toEqual(FORBIDDEN);
  await testing.api.expect('DELETE', path);
  expect(await codeOf(testing.api.call('DELETE', path))).toEqual([400, 'ALREADY_DELETED']);
});

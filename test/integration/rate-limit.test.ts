import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { handler as getOrganization } from '../../functions/v2/organization/get-organization.ts';
import { handler as createTeam } from '../../functions/v2/teams/create-team.ts';
import { connectApi } from '../../local/partner/api.ts';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { ownerTokenWrite } from '../../shared/domain/owner/session.ts';
import { admit } from '../../shared/domain/rate-limit/admit.ts';
import { organizationPool } from '../../shared/domain/rate-limit/pool.ts';
import { httpHandler } from '../../shared/http/handler.ts';
import { collections } from '../../shared/table/keys.ts';
import { invoke, setFunctionEnvironment } from '../support/invoke.ts';
import { baseUrl, createModel, freshTenant, openMember, operator, WHITE_LABEL } from '../support/tenant.ts';

const LIMIT = 300;
const WINDOW = 60_000;
const ORGANIZATION = '/api/v2/organization';
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What an answer says of its pool. */
function standing(headers: Headers) {
  const limit = headers.get('x-ratelimit-limit');
  const remaining = headers.get('x-ratelimit-remaining');
  const reset = headers.get('x-ratelimit-reset') ?? '';
  expect(reset).toMatch(ISO_TIME);
  return { limit: Number(limit), remaining: Number(remaining), reset: Date.parse(reset) };
}

describe('every answer tells how its pool stands', () => {
  test('whatever it says', async () => {
    const tenant = await freshTenant({ tier: 'professional', whiteLabel: false });
    const { api } = tenant;
    const first = standing((await api.call('GET', ORGANIZATION)).headers);
    expect(first).toMatchObject({ limit: LIMIT, remaining: LIMIT - 1 });
    const counted = [
      await api.call('GET', `${ORGANIZATION}/models?limit=0`),
      await api.call('GET', `${ORGANIZATION}/models/mdl_none`),
      await api.call('POST', `${WHITE_LABEL}/create`, {}),
      await api.call('GET', '/api/v1/organization'),
    ];
    expect(counted.map(({ status }) => status)).toEqual([400, 404, 403, 200]);
    for (const [index, { headers }] of counted.entries()) {
      // The oldest counted request is the first, whose leaving is the reset of all.
      expect(standing(headers)).toEqual({
        limit: LIMIT,
        remaining: LIMIT - 2 - index,
        reset: first.reset,
      });
    }
    const stranger = connectApi(baseUrl, 'nonsense');
    for (const [path, status] of [
      [ORGANIZATION, 401],
      ['/api/v2/nothing', 404],
    ] as const) {
      const answer = await stranger.call('GET', path);
      expect(answer.status).toBe(status);
      standing(answer.headers);
    }
    const health = await stranger.call('GET', '/health');
    expect(health.headers.has('x-ratelimit-limit')).toBe(false);
  });

  test('of a larger tier, of a member', async () => {
    const tenant = await freshTenant({ tier: 'enterprise' });
    const member = await openMember(await createModel(tenant));
    expect(standing((await member.call('GET', '/api/member')).headers)).toMatchObject({
      limit: LIMIT,
      remaining: LIMIT - 1,
    });
    // Creating the model is all that counted for the organization.
    expect(standing((await tenant.api.call('GET', ORGANIZATION)).headers)).toMatchObject({
      limit: 1000,
      remaining: 998,
    });
  });
});

test('eight clients at once, over both versions and with an owner among them, get their limit and no more', async () => {
  const tenant = await freshTenant({ tier: 'standard' });
  const owner = ownerTokenWrite(operator, 'session', tenant.organizationId, 'owner@company.test');
  await operator.table.commit([owner.write]);
  const clients = Array.from({ length: 8 }, (_, index) => ({
    api: connectApi(baseUrl, index === 0 ? owner.token : tenant.apiKey),
    path: index % 2 === 0 ? ORGANIZATION : '/api/v1/organization',
  }));
  const began = Date.now();
  const admitted: number[] = [];
  const resets = await Promise.all(
    clients.map(async ({ api, path }) => {
      for (;;) {
        const { status, headers, body } = await api.call('GET', path);
        const { limit, remaining, reset } = standing(headers);
        expect(limit).toBe(LIMIT);
        if (status === 200) admitted.push(remaining);
        else {
          expect([status, body.code, remaining]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 0]);
          const wait = Number(headers.get('retry-after'));
          expect(wait).toBeGreaterThan(0);
          expect(wait * 1000).toBeGreaterThanOrEqual(reset - Date.now());
          return reset;
        }
      }
    }),
  );
  expect(Date.now() - began).toBeLessThan(WINDOW);
  expect(admitted).toHaveLength(LIMIT);
  // Each tells what it saw, which the others that were under way did not yet show in.
  expect(Math.min(...admitted)).toBeLessThan(clients.length);
  // The oldest request leaves at one moment, which all of them were told.
  expect(new Set(resets).size).toBe(1);
  const reset = resets[0] ?? 0;
  expect(reset).toBeGreaterThanOrEqual(began + WINDOW);

  await pause(reset - Date.now());
  expect((await tenant.api.call('GET', ORGANIZATION)).status).toBe(200);
});

describe('a full pool', () => {
  beforeAll(() => setFunctionEnvironment(5));

  test('refuses a write before it does anything, and before what else is wrong with it', async () => {
    const tenant = await freshTenant({ tier: 'standard' });
    const pool = organizationPool(operator, tenant.organizationId, async () => ({ tier: 'standard' }));
    for (let counted = 0; counted < LIMIT; counted += 30) {
      await Promise.all(Array.from({ length: 30 }, () => admit(operator, pool)));
    }
    const call = { method: 'POST', bearer: tenant.apiKey, path: `${ORGANIZATION}/teams` };
    for (const body of [{ name: 'Sales' }, { name: 5 }]) {
      const { status, headers, body: refusal } = await invoke(createTeam, { ...call, body });
      expect([status, refusal.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(headers['X-RateLimit-Remaining']).toBe('0');
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    }
    expect(await operator.table.all(collections.teams(tenant.organizationId))).toEqual([]);
  });

  test('of an address refuses who has no valid key, and nobody else', async () => {
    const tenant = await freshTenant();
    const address = someAddress();
    const attempt = (call: object) => invoke(getOrganization, { address, ...call });
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, headers } = await attempt({ bearer: `hsk_live_${'a'.repeat(43)}` });
      expect([status, headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining']]).toEqual([
        401,
        '5',
        remaining,
      ]);
    }
    expect((await attempt({ bearer: 'another' })).status).toBe(429);
    expect((await attempt({})).body.code).toBe('RATE_LIMIT_EXCEEDED');
    // What somebody behind the same address does is no concern of a valid key; nor does a lease help the other.
    expect((await attempt({ bearer: tenant.apiKey })).status).toBe(200);
    expect((await attempt({ claimed: someAddress() })).status).toBe(429);
    expect((await invoke(getOrganization, { address: someAddress() })).status).toBe(401);
  });

  test('of an IPv6 address is that of its network', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:1`;
    const statuses: number[] = [];
    for (const host of ['::1', ':a:b:c:d', '::2', '::3', '::4', '::5']) {
      statuses.push((await invoke(getOrganization, { address: `${network}${host}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

test('an error of ours carries the headers too', async () => {
  setFunctionEnvironment(LIMIT);
  const failing = httpHandler(probe, () => Promise.reject(new Error('It broke.')));
  const { status, headers, body } = await invoke(failing, { address: someAddress() });
  expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(headers).toMatchObject({ 'X-RateLimit-Limit': '300', 'X-RateLimit-Remaining': '299' });
});

const probe = endpoint({
  operation: 'probe',
  summary: 'Fails',
  method: 'GET',
  path: '/probe',
  auth: 'none',
  response: z.object({ success: z.literal(true) }),
  errors: [],
  permissions: ['table:get'],
});

function someAddress(): string {
  const [a, b, c] = randomUUID().match(/[0-9a-f]{2}/g) ?? [];
  return [10, a, b, c]
    .map((part) => (typeof part === 'number' ? part : Number.parseInt(part ?? '0', 16)))
    .join('.');
}

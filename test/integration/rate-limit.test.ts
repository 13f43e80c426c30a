import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { handler as getOrganization } from '../../functions/v2/organization/get-organization.ts';
import { handler as createTeam } from '../../functions/v2/teams/create-team.ts';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { rateLimiter } from '../../shared/domain/rate-limit/limiter.ts';
import { organizationPool } from '../../shared/domain/rate-limit/pool.ts';
import { httpHandler } from '../../shared/http/handler.ts';
import { collections } from '../../shared/table/keys.ts';
import { type Call, invoke, setFunctionEnvironment } from '../support/invoke.ts';
import { rateLimitOf } from '../support/rate-limit.ts';
import { baseUrl, createModel, freshTenant, openMember, operator, WHITE_LABEL } from '../support/tenant.ts';
import { signedInUser } from '../support/users.ts';

const LIMIT = 300;
const ORGANIZATION = '/api/v2/organization';

describe('rate-limit headers', () => {
  test('every answer, whatever its status, carries the limit, the rest and the reset of its pool', async () => {
    const tenant = await freshTenant({ tier: 'professional', whiteLabel: false });
    const { api } = tenant;
    const first = rateLimitOf((await api.call('GET', ORGANIZATION)).headers);
    expect(first).toMatchObject({ limit: LIMIT, remaining: LIMIT - 1 });
    const counted = [
      await api.call('GET', `${ORGANIZATION}/models?limit=0`),
      await api.call('GET', `${ORGANIZATION}/models/mdl_none`),
      await api.call('POST', `${WHITE_LABEL}/create`, {}),
      await api.call('GET', '/api/v1/organization'),
    ];
    expect(counted.map(({ status }) => status)).toEqual([400, 404, 403, 200]);
    for (const [index, { headers }] of counted.entries()) {
      // The first request is the oldest of the window: its end is the reset that all answers give.
      expect(rateLimitOf(headers)).toEqual({
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
      rateLimitOf(answer.headers);
    }
    const health = await stranger.call('GET', '/health');
    expect(health.headers.has('x-ratelimit-limit')).toBe(false);
  });

  test('an enterprise organization has a pool of 1000 requests, and each of its members one of 300', async () => {
    const tenant = await freshTenant({ tier: 'enterprise' });
    const member = await openMember(await createModel(tenant));
    expect(rateLimitOf((await member.call('GET', '/api/member')).headers)).toMatchObject({
      limit: LIMIT,
      remaining: LIMIT - 1,
    });
    // The organization has made one request before this one: the creation of the model.
    expect(rateLimitOf((await tenant.api.call('GET', ORGANIZATION)).headers)).toMatchObject({
      limit: 1000,
      remaining: 998,
    });
  });
});

test('a request to an unknown path counts in the pool of its key, its owner or its member', async () => {
  const tenant = await freshTenant({ tier: 'enterprise' });
  const { session: owner } = await signedInUser(operator, tenant.organizationId, 'owner');
  const member = await openMember(await createModel(tenant));
  const remainingOf = async (api: Api, path: string) => {
    const { status, headers } = await api.call('GET', path);
    const { limit, remaining } = rateLimitOf(headers);
    return [status, limit, remaining];
  };
  const unknown = '/api/v2/nothing';
  // The creation of the model was the organization's first request.
  expect(await remainingOf(tenant.api, unknown)).toEqual([404, 1000, 998]);
  expect(await remainingOf(connectApi(baseUrl, owner), unknown)).toEqual([404, 1000, 997]);
  expect(await remainingOf(tenant.api, ORGANIZATION)).toEqual([200, 1000, 996]);
  const [, , before = 0] = await remainingOf(member, '/api/member');
  expect(await remainingOf(member, unknown)).toEqual([404, LIMIT, Number(before) - 1]);
});

describe('a full pool', () => {
  beforeAll(() => setFunctionEnvironment(5));

  test('a request over the limit gets 429 before its body is validated, and changes nothing', async () => {
    const tenant = await freshTenant({ tier: 'standard' });
    const pool = organizationPool(operator, tenant.organizationId, async () => ({ tier: 'standard' }));
    for (let counted = 0; counted < LIMIT; counted += 30) {
      await Promise.all(Array.from({ length: 30 }, () => rateLimiter.consume(operator, pool)));
    }
    const call = { method: 'POST', bearer: tenant.apiKey, path: `${ORGANIZATION}/teams` };
    for (const body of [{ name: 'Sales' }, { name: 5 }]) {
      const { status, headers, body: error } = await invoke(createTeam, { ...call, body });
      expect([status, error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(headers['X-RateLimit-Remaining']).toBe('0');
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    }
    expect(await operator.table.all(collections.teams(tenant.organizationId))).toEqual([]);
  });

  test('a full pool of a source address rejects only requests without a valid API key', async () => {
    const tenant = await freshTenant();
    const address = randomAddress();
    const request = (call: Call) => invoke(getOrganization, { address, ...call });
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, headers } = await request({ bearer: `hsk_live_${'a'.repeat(43)}` });
      expect([status, headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining']]).toEqual([
        401,
        '5',
        remaining,
      ]);
    }
    expect((await request({ bearer: 'another' })).status).toBe(429);
    expect((await request({})).body.code).toBe('RATE_LIMIT_EXCEEDED');
    // A valid key draws on the pool of its organization, not on the one of its address.
    expect((await request({ bearer: tenant.apiKey })).status).toBe(200);
    // The address that counts is the one that CloudFront appends, so a forged one does not help.
    expect((await request({ forgedAddress: randomAddress() })).status).toBe(429);
    expect((await invoke(getOrganization, { address: randomAddress() })).status).toBe(401);
  });

  test('the IPv6 addresses of one /64 network share a pool', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:1`;
    const statuses: number[] = [];
    for (const host of ['::1', ':a:b:c:d', '::2', '::3', '::4', '::5']) {
      statuses.push((await invoke(getOrganization, { address: `${network}${host}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

test('a 500 answer carries the rate-limit headers, too', async () => {
  setFunctionEnvironment(LIMIT);
  const failing = httpHandler(probe, () => Promise.reject(new Error('It broke.')));
  const { status, headers, body } = await invoke(failing, { address: randomAddress() });
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

function randomAddress(): string {
  const [a, b, c] = randomUUID().match(/[0-9a-f]{2}/g) ?? [];
  return [10, a, b, c]
    .map((part) => (typeof part === 'number' ? part : Number.parseInt(part ?? '0', 16)))
    .join('.');
}

import { expect, test } from 'vitest';
import { type Api, connectApi } from '../../local/partner/api.ts';
import { rateLimitOf } from '../support/rate-limit.ts';
import { baseUrl, createModel, freshTenant, openMember, operator, WHITE_LABEL } from '../support/tenant.ts';
import { signedInUser } from '../support/users.ts';

/** The rules of counting are tested in test/unit/http/callers.isolated.test.ts and test/unit/rate-limit. */

const LIMIT = 300;
const ORGANIZATION = '/api/v2/organization';
const UNKNOWN = '/api/v2/nothing';

test('every answer, whatever its status, carries the limit, the rest and the reset of its pool', async () => {
  const { api } = await freshTenant({ tier: 'professional', whiteLabel: false });
  const first = rateLimitOf((await api.call('GET', ORGANIZATION)).headers);
  expect(first).toMatchObject({ limit: LIMIT, remaining: LIMIT - 1 });
  const counted = [
    await api.call('GET', `${ORGANIZATION}/models?limit=0`),
    await api.call('GET', `${ORGANIZATION}/models/mdl_none`),
    await api.call('POST', `${WHITE_LABEL}/create`, {}),
    await api.call('GET', '/api/v1/organization'),
    await api.call('GET', UNKNOWN),
  ];
  expect(counted.map(({ status }) => status)).toEqual([400, 404, 403, 200, 404]);
  for (const [index, { headers }] of counted.entries()) {
    // The first request is the oldest of the window: its end is the reset that all answers give.
    expect(rateLimitOf(headers)).toEqual({ limit: LIMIT, remaining: LIMIT - 2 - index, reset: first.reset });
  }
  const stranger = connectApi(baseUrl, 'nonsense');
  for (const [path, status] of [[ORGANIZATION, 401] as const, [UNKNOWN, 404] as const]) {
    const answer = await stranger.call('GET', path);
    expect(answer.status).toBe(status);
    rateLimitOf(answer.headers);
  }
  const health = await stranger.call('GET', '/health');
  expect(health.headers.has('x-ratelimit-limit')).toBe(false);
});

test('an enterprise organization has a pool of 1000 requests, with its owner, and each of its members one of 300', async () => {
  const tenant = await freshTenant({ tier: 'enterprise' });
  const { session } = await signedInUser(operator, tenant.organizationId, 'owner');
  const owner = connectApi(baseUrl, session);
  const member = await openMember(await createModel(tenant));
  const remainingOf = async (api: Api, path: string) => {
    const { status, headers } = await api.call('GET', path);
    const { limit, remaining } = rateLimitOf(headers);
    return [status, limit, remaining];
  };
  // The creation of the model was the organization's first request.
  expect(await remainingOf(tenant.api, UNKNOWN)).toEqual([404, 1000, 998]);
  expect(await remainingOf(owner, UNKNOWN)).toEqual([404, 1000, 997]);
  expect(await remainingOf(tenant.api, ORGANIZATION)).toEqual([200, 1000, 996]);
  expect(await remainingOf(member, '/api/member')).toEqual([200, LIMIT, LIMIT - 1]);
  expect(await remainingOf(member, UNKNOWN)).toEqual([404, LIMIT, LIMIT - 2]);
});

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { rateLimitOf } from '../support/rate-limit.ts';
import { baseUrl, freshTenant, operator } from '../support/tenant.ts';
import { signedInUser } from '../support/users.ts';

const LIMIT = 300;
const WINDOW = 60_000;
const ORGANIZATION = '/api/v2/organization';

test('eight concurrent clients of one organization, in v1 and v2, share its 300 requests a minute', async () => {
  const tenant = await freshTenant({ tier: 'standard' });
  const { session: owner } = await signedInUser(operator, tenant.organizationId, 'owner');
  const clients = Array.from({ length: 8 }, (_, index) => ({
    api: connectApi(baseUrl, index === 0 ? owner : tenant.apiKey),
    path: index % 2 === 0 ? ORGANIZATION : '/api/v1/organization',
  }));
  const began = Date.now();
  const admitted: number[] = [];
  const resets = await Promise.all(
    clients.map(async ({ api, path }) => {
      for (;;) {
        const { status, headers, body } = await api.call('GET', path);
        const { limit, remaining, reset } = rateLimitOf(headers);
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
  // Each answer tells how many remained right after its own request.
  expect(admitted.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: LIMIT }, (_, left) => left),
  );
  // All clients are told the same moment: the one at which the oldest request leaves the window.
  expect(new Set(resets).size).toBe(1);
  const reset = resets[0] ?? 0;
  expect(reset).toBeGreaterThanOrEqual(began + WINDOW);

  await pause(reset - Date.now());
  expect((await tenant.api.call('GET', ORGANIZATION)).status).toBe(200);
});

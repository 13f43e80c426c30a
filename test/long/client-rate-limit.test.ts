import { expect, test } from 'vitest';
import { HeadshotsClient } from '../../client/src/index.ts';
import { baseUrl, freshTenant } from '../support/tenant.ts';

test('the client waits for the rate limit and succeeds', async () => {
  const tenant = await freshTenant({ tier: 'standard' });
  const spend = async () => (await tenant.api.call('GET', '/api/v2/organization/credits')).status;
  let statuses: number[] = [];
  while (!statuses.includes(429)) statuses = await Promise.all(Array.from({ length: 30 }, spend));
  const client = new HeadshotsClient({ baseUrl, apiKey: tenant.apiKey });
  expect((await client.organization.getCredits()).credits).toBe(10);
});

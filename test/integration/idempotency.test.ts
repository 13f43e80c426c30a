import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../shared/contract/call.ts';
import type { Auth } from '../../shared/contract/endpoint.ts';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { ownedTenant } from '../support/owner.ts';
import { sample } from '../support/sample.ts';
import { baseUrl, createModel, openMember } from '../support/tenant.ts';

async function post(bearer: string | undefined, path: string, key: string, body: unknown) {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, replayed, text: await response.text() };
}

/** Rules of the header: test/unit/http/idempotency.isolated.test.ts. */
describe('a request with an Idempotency-Key', () => {
  const document = openApiDocument(endpoints, { url: baseUrl, description: 'the cloud under test' });
  // Callbacks of providers keep no answers: a repeated one changes nothing.
  const posts = endpoints.filter(({ method, unmetered }) => method === 'POST' && !unmetered);
  let bearers: Record<Auth, string | undefined>;
  beforeAll(async () => {
    const tenant = await ownedTenant();
    const member = await openMember(await createModel(tenant));
    bearers = {
      apiKey: tenant.apiKey,
      userSession: tenant.owner.bearer,
      memberSession: member.bearer,
      optional: tenant.apiKey,
      none: undefined,
    };
  });

  test.each(sample(posts, 15).map((contract) => [contract.path, contract] as const))(
    'POST %s replays its answer for the same Idempotency-Key',
    async (template, { operation, auth }) => {
      const { requestBody, parameters = [] } = document.paths[template]?.post ?? {};
      const example = requestBody?.content['application/json'].example ?? {};
      const id = 'zzz_00000000000000000000000000';
      const query = Object.fromEntries(
        parameters.flatMap((each) =>
          'in' in each && each.in === 'query' ? [[each.name, each.example]] : [],
        ),
      );
      const path = addressOf(template.replace(/\{\w+\}/g, id), { query });
      const [key, bearer] = [randomUUID(), bearers[auth]];
      const first = await post(bearer, path, key, example);
      expect(first.status, `${operation}: ${first.text}`).toBeLessThan(500);
      expect(await post(bearer, path, key, example)).toEqual({ ...first, replayed: true });
    },
  );

  test('takes effect once when it is sent several times at the same time', async () => {
    const key = randomUUID();
    const create = () => post(bearers.apiKey, '/api/v2/organization/teams', key, { name: 'Sales' });
    const sent = await Promise.all(Array.from({ length: 5 }, create));
    expect(sent.filter(({ replayed }) => !replayed)).toMatchObject([{ status: 200 }]);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
  });
});

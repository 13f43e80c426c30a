import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../shared/contract/call.ts';
import type { Auth } from '../../shared/contract/endpoint.ts';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { addCredits } from '../../shared/domain/organization/add-credits.ts';
import { createApiKey } from '../../shared/domain/organization/manage-api-keys.ts';
import { scopes } from '../../shared/table/keys.ts';
import { ownedTenant } from '../support/owner.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  openMember,
  operator,
  someEmail,
  WHITE_LABEL,
} from '../support/tenant.ts';

const TEAMS = '/api/v2/organization/teams';
const INVITES = '/api/v2/organization/invites';
const CREATE = `${WHITE_LABEL}/create`;

interface Sent {
  status: number;
  replayed: boolean;
  text: string;
  body: Record<string, unknown>;
}

async function post(bearer: string | undefined, path: string, key: string, body: unknown): Promise<Sent> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  return { status: response.status, replayed, text, body: JSON.parse(text) as Record<string, unknown> };
}

describe('a request with an Idempotency-Key', () => {
  test('a repeated request with the same Idempotency-Key has no effect and gets the same bytes', async () => {
    const { apiKey, api } = await freshTenant();
    const key = randomUUID();
    const email = someEmail();
    const first = await post(apiKey, CREATE, key, { email });
    const second = await post(apiKey, CREATE, key, { email });
    expect([first.status, first.replayed, second.replayed]).toEqual([200, false, true]);
    expect(second).toEqual({ ...first, replayed: true });
    const { pagination } = await api.expect<{ pagination: { total: number } }>(
      'GET',
      '/api/v2/organization/models',
    );
    expect(pagination.total).toBe(1);
  });

  test('the same Idempotency-Key with another body or path gets 400', async () => {
    const { apiKey } = await freshTenant();
    const key = randomUUID();
    expect((await post(apiKey, TEAMS, key, { name: 'Sales' })).status).toBe(200);
    for (const [path, body] of [
      [TEAMS, { name: 'Support' }],
      [`${TEAMS}?x=1`, { name: 'Sales' }],
      [CREATE, { email: someEmail() }],
    ] as const) {
      const refused = await post(apiKey, path, key, body);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(refused.body.error).toContain('Idempotency-Key');
    }
  });

  test('an Idempotency-Key counts for one API key only', async () => {
    const [ours, theirs] = await Promise.all([freshTenant(), freshTenant()]);
    const second = await createApiKey(operator, ours.organizationId, { name: 'second' });
    const key = randomUUID();
    const created = await post(ours.apiKey, TEAMS, key, { name: 'Sales' });
    expect((await post(theirs.apiKey, TEAMS, key, { name: 'Sales' })).replayed).toBe(false);
    const other = await post(second.apiKey, TEAMS, key, { name: 'Sales' });
    expect([other.replayed, other.body.code]).toEqual([false, 'ALREADY_EXISTS']);
    expect(await post(ours.apiKey, TEAMS, key, { name: 'Sales' })).toEqual({ ...created, replayed: true });
  });

  test('of twenty concurrent requests with one Idempotency-Key, one runs and all get its answer', async () => {
    const { apiKey, api } = await freshTenant();
    const key = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => post(apiKey, TEAMS, key, { name: 'Sales' })),
    );
    expect(sent.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    const { teams } = await api.expect<{ teams: unknown[] }>('GET', TEAMS);
    expect(teams).toHaveLength(1);
  });

  test('after a 402 or an invalid body, the next request with the same Idempotency-Key runs', async () => {
    const { apiKey, organizationId } = await freshTenant({ credits: 0 });
    const [key, email] = [randomUUID(), someEmail()];
    expect((await post(apiKey, CREATE, key, { email: 5 })).status).toBe(400);
    const refused = await post(apiKey, CREATE, key, { email });
    expect([refused.status, refused.body.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    await addCredits(operator, organizationId, 1);
    const created = await post(apiKey, CREATE, key, { email });
    expect([created.status, created.replayed]).toEqual([200, false]);
    expect(await post(apiKey, CREATE, key, { email })).toEqual({ ...created, replayed: true });
  });

  test('after a 429 for a full invite cap, the next request with the same Idempotency-Key runs', async () => {
    const { apiKey, organizationId } = await freshTenant({ credits: 0 });
    const [key, email] = [randomUUID(), someEmail()];
    const refused = await post(apiKey, INVITES, key, { email });
    expect([refused.status, refused.body.code]).toEqual([429, 'INVITE_LIMIT_EXCEEDED']);
    await addCredits(operator, organizationId, 1);
    const sent = await post(apiKey, INVITES, key, { email });
    expect([sent.status, sent.replayed]).toEqual([200, false]);
    expect(await post(apiKey, INVITES, key, { email })).toEqual({ ...sent, replayed: true });
  });

  test('a 400 for a state of the resource is replayed', async () => {
    const { apiKey } = await freshTenant();
    const key = randomUUID();
    await post(apiKey, TEAMS, randomUUID(), { name: 'Sales' });
    const refused = await post(apiKey, TEAMS, key, { name: 'Sales' });
    expect([refused.status, refused.body.code]).toEqual([400, 'ALREADY_EXISTS']);
    expect(await post(apiKey, TEAMS, key, { name: 'Sales' })).toEqual({ ...refused, replayed: true });
  });

  test('a stored answer is encrypted: the table shows neither addresses, ids nor keys', async () => {
    const { apiKey, organizationId } = await freshTenant();
    const email = someEmail();
    const { body } = await post(apiKey, CREATE, randomUUID(), { email });
    const partition = `${scopes.organization(organizationId)}#IDEMPOTENCY`;
    const [kept, ...others] = await operator.table.all<{ answer: Uint8Array }>({
      PK: partition,
      prefix: 'REQUEST#',
    });
    expect(others).toEqual([]);
    const stored = Buffer.from(kept?.answer ?? []).toString('latin1') + JSON.stringify(kept);
    expect(stored.length).toBeGreaterThan(100);
    for (const secret of [email, String(body.modelId), apiKey]) expect(stored).not.toContain(secret);
  });

  test('Idempotency-Key works for members and for callers without credentials', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    const token = new URL(model.signedUrl).searchParams.get('token');
    const key = randomUUID();
    const opened = await post(undefined, '/api/member/session', key, { token });
    expect(opened.status).toBe(200);
    expect(await post(undefined, '/api/member/session', key, { token })).toEqual({
      ...opened,
      replayed: true,
    });

    const session = String(opened.body.session);
    const files = { files: [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }] };
    const announced = await post(session, '/api/member/uploads', key, files);
    expect([announced.status, announced.replayed]).toEqual([200, false]);
    expect((await post(session, '/api/member/uploads', key, files)).text).toBe(announced.text);
    const member = await openMember(model);
    const { uploads } = await member.expect<{ uploads: unknown[] }>('GET', '/api/member');
    expect(uploads).toHaveLength(1);
  });

  test.each([
    ['', 400],
    ['a'.repeat(255), 200],
    ['with blanks !~', 200],
    ['a'.repeat(256), 400],
    ['caf\u00e9', 400],
  ])('the Idempotency-Key %j gets %i', async (key, status) => {
    const { apiKey } = await freshTenant();
    const sent = await post(apiKey, TEAMS, key, { name: 'Sales' });
    expect(sent.status).toBe(status);
  });

  test('an Idempotency-Key of a GET request is ignored', async () => {
    const { apiKey } = await freshTenant();
    const headers = { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': 'same' };
    for (const path of [TEAMS, '/api/v2/organization']) {
      const response = await fetch(baseUrl + path, { headers });
      expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([200, null]);
    }
  });
});

describe('every POST endpoint', () => {
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

  test.each(posts.map((contract) => [contract.path, contract] as const))(
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
});

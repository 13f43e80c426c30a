import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../shared/contract/request-limits.ts';
import { errorBody } from '../../shared/contract/schemas.ts';
import { baseUrl, freshTenant, MODELS, type Tenant } from '../support/tenant.ts';

/** Requests at the edges of HTTP, which API Gateway alone would answer without the envelope, or with 404. */

const INVITES = '/api/v2/organization/invites';
const TEAMS = '/api/v2/organization/teams';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await freshTenant();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  body: Record<string, unknown>;
}

interface Sent {
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Sends the body without a Content-Length. */
  chunked?: boolean;
}

/** Sends a request as it is: fetch would repair its path and add headers. Errors must be in the envelope. */
async function send(method: string, path: string, { body, headers, chunked }: Sent = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(baseUrl);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const length = bytes === undefined || chunked ? {} : { 'Content-Length': bytes.length };
  const outgoing = request(
    {
      hostname,
      port,
      method,
      path,
      headers: { Authorization: `Bearer ${tenant.apiKey}`, ...length, ...headers },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const [bytes, headers] = [Buffer.concat(chunks), response.headers];
        const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        const body = text === '' ? {} : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, headers, bytes, text, body });
      });
    },
  );
  outgoing.on('error', reject);
  if (chunked) outgoing.write(bytes?.subarray(0, 1));
  outgoing.end(chunked ? bytes?.subarray(1) : bytes);
  const answer = await promise;
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  if (answer.text !== '' && answer.status !== 200) {
    expect(errorBody.safeParse(answer.body).success, answer.text).toBe(true);
  }
  return answer;
}

const refused = { status: 400, body: { code: 'INVALID_REQUEST' } };

test.each([
  ['GET', `${INVITES}/%zz`, 400, 'INVALID_EMAIL'],
  ['GET', `${MODELS}/%ff`, 404, 'NOT_FOUND'],
  ['DELETE', `${MODELS}/%E0%A4%A`, 404, 'NOT_FOUND'],
  ['GET', '/api/v2/%c0%af', 404, 'NOT_FOUND'],
  ['GET', `${INVITES}/a%2Bb%25%40people.test`, 404, 'NOT_FOUND'],
])(
  '%s %s, with escapes in its path, is answered in the envelope with %i %s',
  async (method, path, status, code) => {
    expect(await send(method, path)).toMatchObject({ status, body: { success: false, code } });
  },
);

test('a large body is refused by CloudFront, or without a Content-Length by the function, and one at the limit is read', async () => {
  const body = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
  for (const bytes of [1_100_000, 7_000_000]) {
    const answer = await send('POST', TEAMS, { body: body(bytes) });
    expect(answer).toMatchObject(refused);
    expect(answer.body.error).toBe('The body is too large: it may have at most 1,000,000 bytes.');
    // CloudFront's function does not know the key, and invents no pool.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  }
  const chunked = await send('POST', TEAMS, { body: body(BODY_MAX_BYTES + 1), chunked: true });
  expect(chunked).toMatchObject({ ...refused, headers: { 'x-ratelimit-limit': '1000' } });
  expect(chunked.body.error).toContain('too large');
  const read = await send('POST', TEAMS, { body: body(BODY_MAX_BYTES) });
  expect(read).toMatchObject(refused);
  expect(read.body.error).toContain("'name'");
});

test('a body is JSON in UTF-8, by its bytes and its Content-Type, and any other changes nothing', async () => {
  const types = [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.api+json',
    undefined,
  ];
  for (const type of types) {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    const body = JSON.stringify({ name: `team ${type}` });
    expect(await send('POST', TEAMS, { body, headers })).toMatchObject({ status: 200 });
  }
  expect(await send('POST', TEAMS, { body: '\ufeff{"name":"Mark \ufffd"}' })).toMatchObject({
    status: 200,
    body: { team: { name: 'Mark \ufffd' } },
  });
  for (const [body, type, error] of [
    [Buffer.from('{"name":"Caf\u00e9"}', 'latin1'), 'application/json', 'UTF-8'],
    [Buffer.from('{"name":"Cafe"}'), 'application/json; charset=iso-8859-1', 'UTF-8'],
    [Buffer.from('{"name":"Cafe"}'), 'text/plain', 'its Content-Type is text/plain'],
    [Buffer.from('{"name":"Cafe"}'), 'multipart/form-data', 'its Content-Type is multipart/form-data'],
  ] as const) {
    const answer = await send('POST', TEAMS, { body, headers: { 'Content-Type': type } });
    expect(answer).toMatchObject({ ...refused, body: { error: expect.stringContaining(error) } });
  }
  expect((await send('GET', TEAMS)).text).not.toContain('Caf');
});

test('a path with a slash at its end is served like the one without', async () => {
  expect((await send('GET', `${TEAMS}/`)).body).toEqual((await send('GET', TEAMS)).body);
  expect(await send('GET', `${MODELS}/?limit=1`)).toMatchObject({ status: 200 });
  const created = await send('POST', `${TEAMS}/`, { body: '{"name":"Slash"}' });
  expect(created).toMatchObject({ status: 200, body: { team: { name: 'Slash' } } });
});

test('HEAD is answered like GET, without a body, and counts like it', async () => {
  const [get, head] = [await send('GET', TEAMS), await send('HEAD', TEAMS)];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
  const [before, after] = [get, head].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  expect(after).toBe(Number(before) - 1);
  expect(await send('HEAD', `${MODELS}/mdl_none`)).toMatchObject({ status: 404, text: '' });
  expect((await fetch(`${baseUrl}/docs`, { method: 'HEAD' })).status).toBe(200);
});

test('a repeated query parameter gets 400 and is named, and one with a comma is one value', async () => {
  for (const query of ['limit=1&limit=1', 'teamId=a&teamId=b', 'x=1&y&%78=']) {
    const answer = await send('GET', `${MODELS}?${query}`);
    expect(answer).toMatchObject(refused);
    expect(answer.body.error).toContain(`'${query.slice(0, query.indexOf('='))}' may be given only once`);
  }
  expect(await send('GET', '/health?x=1&x=2')).toMatchObject({ status: 400 });
  expect(await send('GET', `${MODELS}?teamId=a,b`)).toMatchObject({ status: 200, body: { models: [] } });
  const page = await fetch(`${baseUrl}/auth/social?token=a&token=b`);
  expect(page.status).toBe(400);
  expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
});

test.each([
  ['a script', 'GET', '/embed.js', 200],
  ['the check of monitoring', 'GET', '/health', 200],
  ['an unknown path of a browser', 'HEAD', '/nowhere', 404],
  ['a page', 'GET', '/admin', 200],
  ['the page of members', 'GET', '/auth/social?token=x', 200],
  ['the document', 'GET', '/api/openapi.json', 200],
  ['a result', 'GET', '/api/v2/organization', 200],
  ['an unknown path', 'GET', '/nowhere', 404],
  ['an unknown method', 'PUT', '/api/v2/organization', 404],
  ['an error', 'GET', `${MODELS}/mdl_1`, 404],
  ['a refused body', 'POST', TEAMS, 400],
])(
  'every answer names its request, has browsers use https and guess no type: %s',
  async (_what, method, path, status) => {
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('a 401 names the kind of credentials', async () => {
  const answer = await send('GET', TEAMS, { headers: { Authorization: 'Bearer none' } });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="headshots"']);
});

test('the host name of the API serves nothing around CloudFront, which replaces a secret that the viewer sends', async () => {
  const guess = { 'x-origin-secret': 'guess' };
  const headers = { ...guess, host: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com' };
  for (const path of ['/health', TEAMS, '/admin', '/auth/social', '/nothing'])
    expect(await send('GET', path, { headers })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining(baseUrl), code: 'FORBIDDEN' },
    });
  expect(await send('GET', '/health', { headers: guess })).toMatchObject({ status: 200 });
});

test('a response is compressed for a viewer that accepts gzip, and is the same as without', async () => {
  const plain = await send('GET', '/api/openapi.json');
  const compressed = await send('GET', '/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 4);
});

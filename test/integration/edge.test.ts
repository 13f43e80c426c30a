import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
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
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: text === '' ? {} : JSON.parse(text),
        }),
      );
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

describe('malformed escapes in a path', () => {
  test.each([
    ['GET', `${INVITES}/%zz`, 400, 'INVALID_EMAIL'],
    ['GET', `${INVITES}/%`, 400, 'INVALID_EMAIL'],
    ['GET', `${MODELS}/%ff`, 404, 'NOT_FOUND'],
    ['DELETE', `${MODELS}/%E0%A4%A`, 404, 'NOT_FOUND'],
    ['GET', '/api/v2/%c0%af', 404, 'NOT_FOUND'],
  ])('%s %s is answered in the envelope with %i %s', async (method, path, status, code) => {
    expect(await send(method, path)).toMatchObject({ status, body: { success: false, code } });
  });

  test('a path with valid escapes is served as before', async () => {
    expect(await send('GET', `${INVITES}/a%2Bb%25%40people.test`)).toMatchObject({ status: 404 });
  });
});

describe('large bodies', () => {
  const body = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;

  test.each([1.1, 7, 12])('a body of %d MB gets 400 INVALID_REQUEST in the envelope', async (megabytes) => {
    const answer = await send('POST', TEAMS, { body: body(megabytes * 1_000_000) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toBe('The body is too large: it may have at most 1,000,000 bytes.');
    // CloudFront's function does not know the key, and invents no pool.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  test('the function refuses a body above the limit that comes without a Content-Length', async () => {
    const answer = await send('POST', TEAMS, { body: body(BODY_MAX_BYTES + 1), chunked: true });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toContain('too large');
    const { headers } = await send('GET', TEAMS);
    const remaining = Number(headers['x-ratelimit-remaining']);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': headers['x-ratelimit-limit'],
      'x-ratelimit-remaining': String(remaining + 1),
    });
  });

  test('a body at the limit is read, and its fields are judged', async () => {
    const answer = await send('POST', TEAMS, { body: body(BODY_MAX_BYTES) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toContain("'name'");
  });
});

describe('the Content-Type of a body', () => {
  const JSON_BODY = (name: string) => JSON.stringify({ name });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
    'a body of type %s gets 400 with a sentence, and changes nothing',
    async (type) => {
      const answer = await send('POST', TEAMS, { body: JSON_BODY(type), headers: { 'Content-Type': type } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
      expect(answer.body.error).toContain(`its Content-Type is ${type}`);
      expect((await send('GET', TEAMS)).text).not.toContain(type);
    },
  );

  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json', undefined])(
    'a JSON body of type %s is accepted',
    async (type) => {
      const headers = type === undefined ? {} : { 'Content-Type': type };
      expect(await send('POST', TEAMS, { body: JSON_BODY(`team ${type}`), headers })).toMatchObject({
        status: 200,
      });
    },
  );
});

describe('the text of a body', () => {
  const teams = async () => (await send('GET', TEAMS)).text;

  test('may have a byte order mark and U+FFFD', async () => {
    expect(await send('POST', TEAMS, { body: '\ufeff{"name":"Mark \ufffd"}' })).toMatchObject({
      status: 200,
      body: { team: { name: 'Mark \ufffd' } },
    });
  });

  test.each([
    ['bytes that are not UTF-8', Buffer.from('{"name":"Caf\u00e9"}', 'latin1'), 'application/json'],
    ['another charset', Buffer.from('{"name":"Cafe"}'), 'application/json; charset=iso-8859-1'],
  ])('with %s gets 400, and changes nothing', async (_what, body, type) => {
    const answer = await send('POST', TEAMS, { body, headers: { 'Content-Type': type } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toContain('UTF-8');
    expect(await teams()).not.toContain('Caf');
  });
});

describe('a slash at the end of a path, and HEAD', () => {
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
    expect(Number(head.headers['x-ratelimit-remaining'])).toBe(
      Number(get.headers['x-ratelimit-remaining']) - 1,
    );
    expect(await send('HEAD', `${MODELS}/mdl_none`)).toMatchObject({ status: 404, text: '' });
    expect((await fetch(`${baseUrl}/docs`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('a repeated query parameter', () => {
  test.each([
    'limit=1&limit=1',
    'offset=0&offset=1',
    'status=active&status=failed',
    'teamId=a&teamId=b',
    'x=1&y&%78=',
  ])('?%s gets 400, and the message names the parameter', async (query) => {
    const answer = await send('GET', `${MODELS}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toContain(`'${query.slice(0, query.indexOf('='))}' may be given only once`);
  });

  test('is refused by an endpoint with one answer, too', async () => {
    expect(await send('GET', '/health?x=1&x=2')).toMatchObject({ status: 400 });
  });

  test('a teamId that contains a comma is one value, and finds nothing', async () => {
    expect(await send('GET', `${MODELS}?teamId=a,b`)).toMatchObject({ status: 200, body: { models: [] } });
  });
});

test('a page whose token is given twice has the status 400, and may be framed by none', async () => {
  const page = await fetch(`${baseUrl}/auth/social?token=a&token=b`);
  expect(page.status).toBe(400);
  expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
});

test('a 401 names the kind of credentials', async () => {
  const answer = await send('GET', TEAMS, { headers: { Authorization: 'Bearer none' } });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="headshots"']);
});

describe('every answer', () => {
  test.each([
    ['a script', 'GET', '/embed.js', 200],
    ['the check of monitoring', 'GET', '/health', 200],
    ['an unknown path of a browser', 'HEAD', '/nowhere', 404],
    ['a page', 'GET', '/admin', 200],
    ['the page of members', 'GET', '/auth/social?token=x', 200],
    ['the document', 'GET', '/api/openapi.json', 200],
    ['a result', 'GET', '/api/v2/organization', 200],
    ['an unknown path', 'GET', '/nowhere', 404],
    ['an error', 'GET', `${MODELS}/mdl_1`, 404],
    ['a refused body', 'POST', TEAMS, 400],
  ])(
    'names its request, has browsers use https and guess no type: %s',
    async (_what, method, path, status) => {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${tenant.apiKey}` },
      });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Endpoint, isDeclared } from '../../shared/contract/endpoint.ts';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import { BODY_MAX_BYTES } from '../../shared/contract/request-limits.ts';
import { errorBody } from '../../shared/contract/schemas.ts';
import { sample } from '../support/sample.ts';
import { baseUrl, createModel, freshTenant, openMember, operator, type Tenant } from '../support/tenant.ts';
import { signedInUser } from '../support/users.ts';

/**
 * No request to any endpoint gets a 5xx, and every answer has the envelope and the headers of the contract.
 */

const UNKNOWN_ID = 'zzz_00000000000000000000000000';
const MEGABYTE = 1_000_000;

let tenant: Tenant;
/** The organization of the owner. Requests of one organization share a rate limit, which is not the subject here. */
let owned: Tenant;
let stranger: Tenant;
let foreignModelId: string;
let memberSession: string;
let userSession: string;

beforeAll(async () => {
  [tenant, owned, stranger] = await Promise.all([freshTenant(), freshTenant(), freshTenant()]);
  foreignModelId = (await createModel(stranger)).modelId;
  memberSession = (await openMember(await createModel(tenant))).bearer ?? '';
  userSession = (await signedInUser(operator, owned.organizationId, 'owner')).session;
});

const called = endpoints.filter(({ path }) => path.startsWith('/'));
/** All endpoints share the HTTP stack, so a few stand for the others in `npm test`, with one of each kind of credentials. */
function named(chosen: readonly Endpoint[], count: number) {
  const few = new Set(sample(chosen, count));
  const kinds = new Set(Array.from(few, ({ auth }) => auth));
  for (const endpoint of chosen) {
    if (!kinds.has(endpoint.auth)) few.add(endpoint);
    kinds.add(endpoint.auth);
  }
  return Array.from(few, (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
}
const keyed = named(
  called.filter(({ auth }) => auth !== 'none'),
  6,
);
const withParams = named(
  called.filter(({ params }) => isDeclared(params)),
  12,
);
const withQuery = named(
  called.filter(({ query }) => isDeclared(query)),
  4,
);
const withBody = named(
  called.filter(({ body }) => isDeclared(body)),
  3,
);

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function send(
  endpoint: Endpoint,
  options: { bearer?: string | undefined; id?: string; query?: string; body?: RequestBody | undefined } = {},
): Promise<Answer> {
  const path = endpoint.path.replace(/\{\w+\}/g, options.id ?? UNKNOWN_ID);
  const bearer = 'bearer' in options ? options.bearer : bearerFor(endpoint);
  const response = await fetch(`${baseUrl}${path}${options.query ?? ''}`, {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json',
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(options.body !== undefined && { body: options.body }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  expect(response.status, JSON.stringify(body)).toBeLessThan(500);
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  // CloudFront's function refuses a body that is too large, and knows no pool.
  const reachesPool = endpoint.unmetered !== true && (options.body?.length ?? 0) <= BODY_MAX_BYTES;
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(response.headers.has(name), name).toBe(reachesPool);
  }
  expect(response.headers.get('content-type')).toContain('application/json');
  if (response.status !== 200) {
    expect(errorBody.safeParse(body).success, JSON.stringify(body)).toBe(true);
    expect(ERROR_STATUS[body.code as keyof typeof ERROR_STATUS]).toBe(response.status);
    // The request id is in the header only, and no message shows internals.
    expect(JSON.stringify(body)).not.toMatch(/req_|at \w+ \(|node_modules|DynamoDB/);
  }
  return { status: response.status, body };
}

function bearerFor({ auth }: Endpoint): string | undefined {
  if (auth === 'apiKey') return tenant.apiKey;
  if (auth === 'userSession') return userSession;
  return auth === 'memberSession' ? memberSession : undefined;
}

describe.concurrent('missing and wrong credentials', () => {
  test.each(keyed)('%s answers missing and wrong credentials with 401', async (_name, endpoint) => {
    const others = endpoint.auth === 'apiKey' ? memberSession : tenant.apiKey;
    const wrong = `${bearerFor(endpoint)}x`;
    const unknown = [`hsk_live_${'0'.repeat(43)}`, `hss.a.b.c`, 'x'];
    for (const bearer of [undefined, others, wrong, ...sample(unknown, 1)]) {
      expect(await send(endpoint, { bearer, body: bodyFor(endpoint) })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    }
  });
});

describe.concurrent('resources of another organization', () => {
  test.each(withParams)(
    '%s answers a resource of another organization like an unknown one',
    async (_name, endpoint) => {
      const unknown = await send(endpoint, { body: bodyFor(endpoint) });
      const foreign = await send(endpoint, { id: foreignModelId, body: bodyFor(endpoint) });
      // An address that is not valid is echoed in the error, so the id that was sent is left out.
      const withoutId = (answer: object, id: string) =>
        JSON.parse(JSON.stringify(answer).replaceAll(id.toLowerCase(), 'id'));
      expect(withoutId(foreign, foreignModelId)).toEqual(withoutId(unknown, UNKNOWN_ID));
    },
  );
});

describe.concurrent('odd identifiers', () => {
  test.each(withParams)('%s answers odd identifiers with a 4xx', async (_name, endpoint) => {
    const odd = ['%00', '%20', '..%2F..%2Fetc', 'a'.repeat(3000), '%F0%9F%98%80', '%23%3F', 'ORG%23x'];
    for (const id of sample(odd, 1))
      expect((await send(endpoint, { id, body: bodyFor(endpoint) })).status).toBeGreaterThan(399);
  });
});

describe.concurrent('query values outside their set', () => {
  test.each(withQuery)(
    '%s answers query values outside their set with 400, naming the parameter',
    async (_name, endpoint) => {
      const fields = fieldsOf(endpoint.query);
      const required = [...fields]
        .filter(([, field]) => !field.safeParse(undefined).success)
        .map(([name]) => name);
      for (const name of fields.keys()) {
        // Any text is a valid identifier or search, which then finds something or not.
        if (['teamId', 'modelId', 'invite', 'person', 'search'].includes(name)) continue;
        for (const value of sample(['', 'nonsense', '-1', '1e3', '99999999999999999999', '%00'], 1)) {
          const others = required.filter((other) => other !== name).map((other) => `&${other}=a`);
          const { status, body } = await send(endpoint, { query: `?${name}=${value}${others.join('')}` });
          expect([status, body.code], `${name}=${value}`).toEqual([400, 'INVALID_REQUEST']);
          expect(body.error).toContain(`'${name}'`);
        }
      }
      await send(endpoint, { query: '?unknown=1&limit' });
    },
  );
});

test.concurrent.each(named(called, 3))(
  '%s refuses a query parameter that is given twice',
  async (_name, endpoint) => {
    const { status, body } = await send(endpoint, { query: '?x=1&x=2', body: bodyFor(endpoint) });
    expect([status, body.error]).toEqual([400, "The query parameter 'x' may be given only once."]);
  },
);

describe.concurrent('malformed bodies', () => {
  test.each(withBody)('%s answers malformed bodies without a 5xx', async (_name, endpoint) => {
    const broken = ['{', 'null', '[]', '"text"', '7', 'true', '{"a":1}}'];
    for (const body of sample(broken, 1)) {
      expect(await send(endpoint, { body }), body).toMatchObject({ status: 400 });
    }
    const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    expect(await send(endpoint, { body: invalidUtf8 })).toMatchObject({ status: 400 });
    await send(endpoint, { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` });
    await send(endpoint, { body: `{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}` });

    const names = [...fieldsOf(endpoint.body).keys()];
    for (const name of names) {
      const values: unknown[] = [
        '\ud800',
        'a\udc00@b.test',
        null,
        0,
        -1,
        1.5,
        '',
        {},
        [{}],
        [[]],
        { toString: 1 },
        '\u0000',
      ];
      for (const value of sample(values, 2))
        await send(endpoint, { body: JSON.stringify({ [name]: value }) });
    }
    const [first = ''] = names;
    await send(endpoint, { body: JSON.stringify({ [first]: 'x'.repeat(1.5 * MEGABYTE) }) });
    await send(endpoint, {
      body: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

/**
 * The fields of a declared part of a request by their names.
 * @throws when the part is no object
 */
function fieldsOf(part: z.ZodType): Map<string, z.ZodType> {
  if (!(part instanceof z.ZodObject)) throw new Error(`The test knows no fields of ${part.type}: add it.`);
  return new Map(Object.entries(part.shape));
}

function bodyFor(endpoint: Endpoint): RequestBody | undefined {
  return isDeclared(endpoint.body) ? '{}' : undefined;
}

/** The types of body that these tests send. */
type RequestBody = string | Uint8Array<ArrayBuffer>;

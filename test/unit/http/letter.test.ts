import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type Auth, endpoint } from '../../../shared/contract/endpoint.ts';
import { fixedHandler } from '../../../shared/http/fixed.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { type Call, invoke, setFunctionEnvironment } from '../../support/invoke.ts';

/** Rules of HTTP that hold for every endpoint. */

beforeEach(() => {
  setFunctionEnvironment(10);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

const response = z.object({ success: z.literal(true) });
const contract = { operation: 'probe', summary: 'Probes', response, errors: [], permissions: [] } as const;

/** An endpoint that is not metered, so that it needs no table. */
function probe<Kind extends Auth>(auth: Kind) {
  const probed = endpoint({ ...contract, method: 'GET', path: '/probe', auth, unmetered: true });
  return httpHandler(probed, async () => ({}));
}

const named = endpoint({
  ...contract,
  method: 'POST',
  path: '/probe',
  auth: 'none',
  unmetered: true,
  body: z.object({ name: z.string() }),
});

describe('a repeated query parameter', () => {
  const fixed = fixedHandler<typeof response>('probe', {}, () => ({ appUrl: '', originSecrets: ['none'] }));

  test.each([
    ['an endpoint without a query', probe('none'), 'x=1&x=1'],
    ['an endpoint without a query, by another spelling', probe('none'), 'x=1&y&%78='],
    ['an endpoint with one answer', fixed, 'x=1&x=2'],
  ])('is refused by %s', async (_, handler, query) => {
    const answer = await invoke(handler, { query });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toBe("The query parameter 'x' may be given only once.");
    expect(await invoke(handler, { query: 'x=1,2&y=1' })).toMatchObject({ status: 200 });
  });

  test('comes after the credentials in the order of checks', async () => {
    expect(await invoke(probe('userSession'), { query: 'x=1&x=2' })).toMatchObject({ status: 401 });
  });
});

test('an answer 401 names the kind of credentials', async () => {
  const { status, headers } = await invoke(probe('apiKey'));
  expect(status).toBe(401);
  expect(headers['WWW-Authenticate']).toBe('Bearer realm="headshots"');
  expect((await invoke(probe('none'))).headers).not.toHaveProperty('WWW-Authenticate');
});

describe('a JSON body', () => {
  const names: string[] = [];
  const handler = httpHandler(named, async ({ body }) => {
    names.push(body.name);
    return {};
  });
  const send = (text: string | Uint8Array, headers: Record<string, string> = {}) => {
    names.length = 0;
    const call: Call = { method: 'POST', bytes: Buffer.from(text), headers };
    return invoke(handler, call);
  };
  const json = (name: string) => JSON.stringify({ name });

  test('may begin with a byte order mark', async () => {
    expect(await send(`\ufeff${json('Anna')}`)).toMatchObject({ status: 200 });
    expect(names).toEqual(['Anna']);
  });

  test('may contain U+FFFD, which is text', async () => {
    expect(await send(json('Andr\ufffd'))).toMatchObject({ status: 200 });
    expect(names).toEqual(['Andr\ufffd']);
  });

  test.each([
    ['a byte of another charset', [0xe9]],
    ['a byte that is never in UTF-8', [0xff]],
    ['a character that is cut off', [0xe2, 0x82]],
    ['a byte of another charset beside U+FFFD', [0xef, 0xbf, 0xbd, 0xe9]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a longer form than needed', [0xc0, 0xaf]],
  ])('with %s is refused', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toBe('The body is not valid JSON in UTF-8.');
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8; profile=x',
    'application/vnd.api+json',
  ])('of the type %s is read', async (type) => {
    expect(await send(json('Anna'), { 'content-type': type })).toMatchObject({ status: 200 });
  });

  test.each([
    'application/json; charset=iso-8859-1',
    'application/json;profile=x;CHARSET="utf-16"',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=',
    'application/json; charset=utf-8-x',
  ])('of the type %s is refused', async (type) => {
    const answer = await send(json('Anna'), { 'content-type': type });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toContain(
      `JSON in UTF-8, with the header Content-Type: application/json; its Content-Type is ${type}`,
    );
    expect(names).toEqual([]);
  });
});

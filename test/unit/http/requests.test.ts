import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../../shared/contract/errors.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { probe } from './world.ts';

beforeAll(() => setFunctionEnvironment(10));

/** It is not metered, so that it needs no table. */
const contract = { ...probe('none'), unmetered: true } as const;

test.each<[string, Error, number, string, string?]>([
  ['a busy table', new Throttled('The table was busy.'), 429, 'RATE_LIMIT_EXCEEDED', '5'],
  ['a busy service', Object.assign(new Error(), { name: 'SlowDown' }), 429, 'RATE_LIMIT_EXCEEDED', '5'],
  ['a limit', new Problem('RATE_LIMIT_EXCEEDED', '', {}, 60), 429, 'RATE_LIMIT_EXCEEDED', '60'],
  ['a lack of credentials', new Problem('UNAUTHORIZED', ''), 401, 'UNAUTHORIZED'],
  ['any other error', new Error('unknown'), 500, 'INTERNAL_ERROR'],
])(
  'a request that meets %s is answered in the envelope, which says when to try again, and a 401 which kind of credentials it asks for',
  async (_, error, status, code, retryAfter) => {
    const answer = await invoke(httpHandler(contract, () => Promise.reject(error)));
    expect([answer.status, answer.headers['Retry-After']]).toEqual([status, retryAfter]);
    const credentials = status === 401 ? 'Bearer realm="headshots"' : undefined;
    expect(answer.headers['WWW-Authenticate']).toBe(credentials);
    expect(answer.body).toEqual({ success: false, code, error: expect.not.stringContaining('unknown') });
  },
);

test('an answer with a field that its contract lacks fails where answers are checked', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const team = { name: 'Sales', unknown: true };
  expect((await invoke(httpHandler(contract, async () => team))).status).toBe(500);
  expect(String(log.mock.calls)).toContain('probe does not match its contract: it has a field');
});

test('a handler knows the address of the viewer, which the audit trail shows', async () => {
  const addresses: unknown[] = [];
  const handler = httpHandler(contract, async ({ context }) => {
    addresses.push(context.address);
    return {};
  });
  await invoke(handler, { address: '203.0.113.7', forgedAddress: '203.0.113.8' });
  expect(addresses).toEqual(['203.0.113.7']);
});

describe('a JSON body', () => {
  const read = vi.fn(async () => ({}));
  const handler = httpHandler(contract, read);
  const send = (bytes: Buffer, type = 'application/json') => {
    read.mockClear();
    const body = Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]);
    return invoke(handler, { bytes: body, headers: { 'content-type': type } });
  };

  test.each([
    ['a byte of another charset', 'e9'],
    ['a byte that is never in UTF-8', 'ff'],
    ['a character that is cut off', 'e282'],
    ['a byte of another charset beside U+FFFD', 'efbfbde9'],
    ['an encoded surrogate', 'eda080'],
    ['a longer form than needed', 'c0af'],
    ['an escaped surrogate', Buffer.from('\\ud800').toString('hex')],
    ['an escaped surrogate in the name of a field', Buffer.from('","\\ud800":"').toString('hex')],
  ])('with %s is refused', async (_, bytes) => {
    const answer = await send(Buffer.from(bytes, 'hex'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(answer.body.error).toBe('The body is not valid JSON in UTF-8.');
  });

  test.each([
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['application/json; charset=utf8; profile=x', 200],
    ['application/vnd.api+json', 200],
    ['text/plain', 400],
    ['application/jsonp', 400],
    ['application/json; charset=iso-8859-1', 400],
    ['application/json;profile=x;CHARSET="utf-16"', 400],
    ['application/json; charset=utf-8; charset=latin1', 400],
    ['application/json; charset=', 400],
    ['application/json; charset=utf-8-x', 400],
  ])('of the type %s is answered %d', async (type, status) => {
    const answer = await send(Buffer.from('Anna'), type);
    expect([answer.status, read.mock.calls.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 400) expect(answer.body.error).toContain(`its Content-Type is ${type}`);
  });
});

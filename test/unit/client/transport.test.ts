import { afterEach, describe, expect, test } from 'vitest';
import { ConnectionError, HeadshotsClient, HeadshotsError } from '../../../client/src/index.ts';
import { type ClientOptions, segment, Transport } from '../../../client/src/transport.ts';
import { type Answer, errorAnswer, type FakeService, fakeService, hangUp, json } from './fake-service.ts';

let service: FakeService;
afterEach(() => service?.close());

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const CREDITS = { method: 'GET', path: '/api/v2/organization/credits', auth: 'apiKey' };
const INVITE = {
  method: 'POST',
  path: '/api/v2/organization/invites',
  auth: 'apiKey',
  body: { email: 'a@b.example' },
};
const answer = json(200, { success: true, credits: 7 });

/** A transport that records its waits instead of waiting. */
async function transportTo(answers: Answer[], options: Partial<ClientOptions> = { apiKey: 'hsk_live_key' }) {
  service = await fakeService(...answers);
  const waits: number[] = [];
  const transport = new Transport(
    { baseUrl: service.baseUrl, ...options },
    {
      now: () => NOW,
      random: () => 1,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
    },
  );
  return { transport, waits, seen: service.seen };
}

describe('a call', () => {
  test('a call sends the key, the query and the body, and returns the answer', async () => {
    const { transport, seen } = await transportTo([answer]);
    expect(
      await transport.call({ ...CREDITS, query: { limit: 5, teamId: undefined, email: 'a+b@c' } }),
    ).toEqual({
      success: true,
      credits: 7,
    });
    await transport.call(INVITE);
    expect(seen[0]).toMatchObject({ url: '/api/v2/organization/credits?limit=5&email=a%2Bb%40c', body: '' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer hsk_live_key' });
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(seen[1]).toMatchObject({ method: 'POST', body: '{"email":"a@b.example"}' });
    expect(seen[1]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(seen[1]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  });

  test('a call sends each credential only to endpoints that take it', async () => {
    for (const [key, sent] of [
      [{ apiKey: 'hsk_live_key' }, 'Bearer hsk_live_key'],
      [{}, 'Bearer mem_session'],
    ] as const) {
      const { transport, seen } = await transportTo([answer], { ...key, session: 'mem_session' });
      for (const auth of ['apiKey', 'memberSession', 'none']) await transport.call({ ...CREDITS, auth });
      expect(seen.map(({ headers }) => headers.authorization)).toEqual([
        sent,
        'Bearer mem_session',
        undefined,
      ]);
      await service.close();
    }
  });

  test('a call rejects with the code, message, status, request id and details of an error answer', async () => {
    const { transport, seen } = await transportTo([
      json(429, { success: false, error: 'Full.', code: 'INVITE_LIMIT_EXCEEDED', pendingInvites: 4 }),
    ]);
    const error = await transport.call(INVITE).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HeadshotsError);
    expect(error).toMatchObject({
      code: 'INVITE_LIMIT_EXCEEDED',
      message: 'Full.',
      status: 429,
      requestId: 'req_1',
      details: { pendingInvites: 4 },
    });
    // The invite cap is not retried: waiting does not free a slot.
    expect(seen).toHaveLength(1);
  });

  test('a call rejects with UNEXPECTED_ANSWER when the answer is not JSON of the service', async () => {
    const { transport } = await transportTo([
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Proxy</h1>'),
    ]);
    await expect(transport.call(CREDITS)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 });
  });
});

describe('the rate limit', () => {
  const limited = (headers: Record<string, string>) => errorAnswer(429, 'RATE_LIMIT_EXCEEDED', headers);

  test('a call that exceeds the rate limit is retried after Retry-After', async () => {
    const { transport, waits, seen } = await transportTo([limited({ 'Retry-After': '12' }), answer]);
    expect(await transport.call(CREDITS)).toMatchObject({ credits: 7 });
    expect(waits).toEqual([12_000]);
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['2', 1250],
    ['3', 3000],
  ])(
    'a call is retried at X-RateLimit-Reset, by the clock of the service, unless Retry-After is %s',
    async (retryAfter, wait) => {
      const { transport, waits } = await transportTo([
        limited({
          Date: 'Mon, 02 Mar 2026 11:30:00 GMT',
          'X-RateLimit-Reset': '2026-03-02T11:30:01.250Z',
          'Retry-After': retryAfter,
        }),
        answer,
      ]);
      await transport.call(CREDITS);
      expect(waits).toEqual([wait]);
    },
  );

  test('a call that exceeds the rate limit is retried with the same Idempotency-Key', async () => {
    const { transport, seen } = await transportTo([limited({ 'Retry-After': '1' }), answer]);
    await transport.call(INVITE, { idempotencyKey: 'mine' });
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });

  test('a call rejects after its last retry, or when the wait would be too long', async () => {
    const first = await transportTo([limited({ 'Retry-After': '1' })]);
    await expect(first.transport.call(CREDITS)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(first.seen).toHaveLength(4);
    await service.close();

    const second = await transportTo([limited({ 'Retry-After': '3600' })]);
    await expect(second.transport.call(CREDITS)).rejects.toMatchObject({ status: 429 });
    expect([second.seen.length, second.waits]).toEqual([1, []]);
  });
});

describe('a lost connection', () => {
  test('a lost call is retried with growing delays, and a POST with one Idempotency-Key', async () => {
    const { transport, waits, seen } = await transportTo([
      hangUp,
      errorAnswer(503, 'INTERNAL_ERROR'),
      hangUp,
      answer,
    ]);
    expect(await transport.call(INVITE)).toMatchObject({ success: true });
    expect(waits).toEqual([500, 1000, 2000]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(seen.map(({ body }) => body))).toEqual(new Set(['{"email":"a@b.example"}']));
  });

  test('a lost call rejects with ConnectionError after its last retry', async () => {
    const { transport, seen } = await transportTo([hangUp], { maxRetries: 1 });
    await expect(transport.call(CREDITS)).rejects.toBeInstanceOf(ConnectionError);
    expect(seen).toHaveLength(2);
  });

  test('a call without an answer in time rejects with ConnectionError', async () => {
    const { transport } = await transportTo([() => undefined], { timeoutMilliseconds: 50, maxRetries: 0 });
    await expect(transport.call(CREDITS)).rejects.toMatchObject({
      name: 'ConnectionError',
      cause: { name: 'TimeoutError' },
    });
  });

  test('a call that the caller aborts is not retried', async () => {
    const stop = new AbortController();
    const { transport, seen } = await transportTo([() => stop.abort()]);
    await expect(transport.call(CREDITS, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(seen).toHaveLength(1);
  });

  test('a wait for a retry ends when the caller aborts it', async () => {
    service = await fakeService(errorAnswer(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '60' }));
    const client = new HeadshotsClient({ baseUrl: service.baseUrl, apiKey: 'hsk_live_key' });
    const stop = new AbortController();
    const call = client.organization.getCredits({ signal: stop.signal });
    while (service.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => stop.abort(), 50);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a value in a path cannot leave its segment', async () => {
  expect(segment('a/../b?c#d')).toBe('a%2F..%2Fb%3Fc%23d');
  for (const value of ['', '.', '..']) expect(() => segment(value)).toThrow(TypeError);
});

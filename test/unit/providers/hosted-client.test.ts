import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { HostedClient, type HostedClientSettings } from '../../../shared/providers/hosted/client.ts';

const settings: HostedClientSettings = {
  provider: 'replicate',
  url: 'https://gpu.example.com/base',
  key: async (fresh = false) => ({ apiKey: fresh ? 'new' : 'old' }),
  clock: { now: () => Date.parse('2026-05-04T12:00:00.700Z') },
  imageHostsWithKey: ['replicate.delivery'],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The authorization of every request, answered with the status that `statusFor` gives it. */
function answering(statusFor: (authorization: string | null) => number): [url: string, key: string | null][] {
  const sent: [string, string | null][] = [];
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('authorization');
    sent.push([String(input), authorization]);
    return new Response('image', { status: statusFor(authorization) });
  });
  return sent;
}

/** Answers every request with the next of these. @returns what was sent. */
function answers(...responses: (() => Response)[]) {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: URL | string, init: RequestInit = {}) => {
    sent.push(init);
    const next = responses.length > 1 ? responses.shift() : responses[0];
    return next?.();
  });
  return sent;
}
const call = () => new HostedClient(settings).call('POST', '/jobs?key=secret', z.object({ id: z.string() }));
const image = (url = 'https://images.example.net/1.jpg') => new HostedClient(settings).image(url);

describe('a call of a hosted provider', () => {
  test.each<[number, Record<string, string>, object]>([
    [400, {}, { name: 'ProviderRefused' }],
    [401, {}, { name: 'ProviderBusy', retryAfterSeconds: 300 }],
    [402, {}, { name: 'ProviderBusy', retryAfterSeconds: 300 }],
    [403, {}, { name: 'ProviderBusy', retryAfterSeconds: 300 }],
    [404, {}, { name: 'ProviderRefused' }],
    [408, {}, { name: 'ProviderUnavailable' }],
    [429, {}, { name: 'ProviderBusy', retryAfterSeconds: 30 }],
    [429, { 'retry-after': '0' }, { name: 'ProviderBusy', retryAfterSeconds: 1 }],
    [429, { 'retry-after': '7' }, { name: 'ProviderBusy', retryAfterSeconds: 7 }],
    [429, { 'retry-after': 'Mon, 04 May 2026 12:00:08 GMT' }, { name: 'ProviderBusy', retryAfterSeconds: 8 }],
    [500, {}, { name: 'ProviderUnavailable' }],
  ])(
    'that is answered with %d (%o) ends with %o, which does not tell the query',
    async (status, headers, error) => {
      answers(() => new Response('{}', { status, headers }));
      await expect(call()).rejects.toMatchObject(error);
      await expect(call()).rejects.not.toThrow('secret');
    },
  );

  test('is repeated once with the rotated key, and follows no redirect with it', async () => {
    const sent = answers(
      () => new Response('', { status: 401 }),
      () => new Response('{"id":"1"}'),
    );
    expect(await call()).toEqual({ id: '1' });
    const keys = sent.map(({ headers }) => new Headers(headers).get('authorization'));
    expect(keys).toEqual(['Bearer old', 'Bearer new']);
    expect(sent.map(({ redirect }) => redirect)).toEqual(['error', 'error']);
  });

  test('that meets an error of the network tells its code and nothing of its text', async () => {
    const cause = Object.assign(new Error('connect 10.0.0.7'), { code: 'ECONNREFUSED' });
    answers(() => {
      throw new TypeError('fetch failed', { cause });
    });
    const message = 'replicate did not answer POST /jobs (ECONNREFUSED).';
    await expect(call()).rejects.toMatchObject({ name: 'ProviderUnavailable', message });
  });
});

describe('an image of a hosted provider', () => {
  test.each([429, 500])('that is answered with %d is asked for again', async (status) => {
    answers(() => new Response('', { status }));
    await expect(image()).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  });

  test.each([
    ['redirects for ever', 'https://images.example.net/2.jpg', 'redirects too often'],
    ['leads to this machine', 'https://127.0.0.1/1.jpg', 'not public'],
    ['leaves TLS', 'http://images.example.net/1.jpg', 'not public'],
  ])('that %s is unusable', async (_, location, reason) => {
    const sent = answers(() => new Response('', { status: 302, headers: { location } }));
    await expect(image()).rejects.toThrow(reason);
    expect(sent.length).toBeLessThanOrEqual(4);
    await expect(image(location)).rejects.toThrow(reason);
  });

  test('is read where its host moves it to by a path alone', async () => {
    const moved = () => new Response('', { status: 307, headers: { location: '/2.jpg' } });
    answers(moved, () => new Response('image'));
    expect(Buffer.from(await image()).toString()).toBe('image');
  });

  test('that is larger than 40 MB is unusable', async () => {
    answers(() => new Response(new Uint8Array(40 * 1024 * 1024 + 1)));
    await expect(image()).rejects.toMatchObject({ name: 'UnusableImage' });
  });

  test('the key is sent to the own origin and to the named hosts, and to no other host of an image', async () => {
    const sent = answering(() => 200);
    const client = new HostedClient(settings);
    const withKey = [
      'https://gpu.example.com/1.jpg',
      'https://replicate.delivery/1.jpg',
      'https://pbxt.replicate.delivery/1.jpg',
    ];
    const withoutKey = [
      'https://gpu.example.com:8443/1.jpg',
      'https://other.gpu.example.com/1.jpg',
      'https://notreplicate.delivery/1.jpg',
      'https://images.example.net/1.jpg',
    ];
    for (const url of [...withKey, ...withoutKey]) await client.image(url);
    expect(sent).toEqual([
      ...withKey.map((url) => [url, 'Bearer old']),
      ...withoutKey.map((url) => [url, null]),
    ]);
  });

  test('an image whose key was rotated is asked for with the new key', async () => {
    const sent = answering((authorization) => (authorization === 'Bearer new' ? 200 : 401));
    const bytes = await new HostedClient(settings).image('https://gpu.example.com/1.jpg');
    expect(Buffer.from(bytes).toString()).toBe('image');
    expect(sent.map(([, key]) => key)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a refused key makes models wait, and does not make their images unusable', async () => {
    answering(() => 401);
    const client = new HostedClient(settings);
    await expect(client.image('https://gpu.example.com/1.jpg')).rejects.toMatchObject({
      name: 'ProviderBusy',
      retryAfterSeconds: 300,
    });
    await expect(client.image('https://images.example.net/1.jpg')).rejects.toMatchObject({
      name: 'UnusableImage',
    });
  });

  test('an image that the provider has removed is unusable', async () => {
    for (const status of [403, 404, 410]) {
      answering(() => status);
      await expect(new HostedClient(settings).image('https://gpu.example.com/1.jpg')).rejects.toMatchObject({
        name: 'UnusableImage',
      });
    }
  });
});

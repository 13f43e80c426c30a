import { afterEach, describe, expect, test, vi } from 'vitest';
import { HostedClient, type HostedClientSettings } from '../../../shared/providers/hosted/client.ts';

const settings: HostedClientSettings = {
  provider: 'replicate',
  url: 'https://gpu.example.com/base',
  key: async (fresh = false) => ({ apiKey: fresh ? 'new' : 'old' }),
  clock: { now: () => Date.parse('2026-05-04T12:00:00.000Z') },
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

describe('an image of a hosted provider', () => {
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

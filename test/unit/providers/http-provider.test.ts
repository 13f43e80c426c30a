import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { isSentBy } from '../../../shared/providers/hosted/callbacks.ts';
import { HttpProvider } from '../../../shared/providers/http/http-provider.ts';
import type { GenerationRequest, ReceivedCallback } from '../../../shared/providers/provider.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = Date.parse('2026-05-04T12:00:00.000Z');

const request: GenerationRequest = {
  organizationId: 'org_1',
  modelId: 'mdl_1',
  key: 'mdl_1-2-generation-0',
  run: 2,
  trigger: 'female',
  uploadIds: [],
  scenario: 'succeeds',
  startedAt: NOW,
  callbackUrl: 'https://headshots.example.com/api/providers/http/token',
  modelRef: 'trn_1',
  batch: 0,
  batches: 1,
  shots: [0, 1, 2, 3].map((number) => ({
    number,
    style: { backdrop: 'light-grey', outfit: 'navy-suit', framing: 'classic' },
    seed: 100 + number,
  })),
  shotCount: 4,
  catalogue: 1,
};
const copies = { organizationId: 'org_1', modelId: 'mdl_1', trainings: [], generations: [{ request }] };

interface Received {
  call: string;
  key: string | undefined;
  body: { shots?: { prompt: string; seed: number }[] } | undefined;
}
type Answers = Record<string, [status: number, body: object]>;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A worker with fixed answers by method and path, and the requests that it got. */
async function providerWith(answers: Answers, path = '') {
  const received: Received[] = [];
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const call = `${incoming.method} ${incoming.url}`;
    const sent = await text(incoming);
    const key = incoming.headers['idempotency-key'];
    received.push({ call, key: key?.toString(), body: sent === '' ? undefined : JSON.parse(sent) });
    const [status, body] = answers[call] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const provider = new HttpProvider({
    options: { url: `http://127.0.0.1:${port}${path}` },
    key: async () => ({ apiKey: 'key', webhookSecret: SECRET }),
    store: { read: async () => new Uint8Array() },
    clock: { now: () => NOW },
  });
  return { provider, received };
}

function worker(maxImagesPerGeneration: number): Answers {
  const limits = { maxImagesPerTraining: 10, maxImagesPerGeneration };
  return { 'GET /v1': [200, { name: 'worker', version: '1', ...limits }] };
}

function job(id: string, fields: object): [number, object] {
  return [200, { id, object: 'generation', model: 'mdl_1-2', ...fields }];
}

describe('the provider http', () => {
  test('a batch with more shots than the worker takes is split into jobs with keys of their own', async () => {
    const { provider, received } = await providerWith({
      ...worker(3),
      'POST /v1/generations': job('gen_1', { status: 'queued' }),
    });
    expect(await provider.generate(request)).toBe('gen_1 gen_1');
    const posts = received.filter(({ call }) => call.startsWith('POST'));
    expect(posts.map(({ key, body }) => [key, body?.shots?.map(({ seed }) => seed)])).toEqual([
      ['mdl_1-2-generation-0', [100, 101, 102]],
      ['mdl_1-2-generation-0.3', [103]],
    ]);
    expect(posts[0]?.body).toMatchObject({ training: 'trn_1', width: 1024, height: 1280 });
    expect(posts[0]?.body?.shots?.[0]?.prompt).toContain('ohwx woman');
  });

  test('the jobs of a split batch are one batch: their images follow each other, and their usage is added', async () => {
    const image = { url: '/v1/images/1', expiresAt: null };
    const usage = { unit: 'GPU second', amount: 5, seconds: 4 };
    const { provider } = await providerWith({
      'GET /v1/generations/a': job('a', { status: 'succeeded', images: [image, image, image], usage }),
      'GET /v1/generations/b': job('b', { status: 'succeeded', images: [image], usage }),
      'GET /v1/generations/c': job('c', { status: 'running', etaSeconds: 90 }),
      'GET /v1/generations/d': job('d', { status: 'queued' }),
    });
    const made = await provider.pollGeneration(request, 'a b');
    expect(made).toMatchObject({
      status: 'succeeded',
      usage: { unit: 'GPU second', amount: 10, seconds: 8 },
    });
    expect(made.status === 'succeeded' && made.images).toHaveLength(4);
    expect(await provider.pollGeneration(request, 'a c')).toMatchObject({ status: 'running' });
    expect(await provider.pollGeneration(request, 'c')).toMatchObject({ status: 'running', secondsLeft: 90 });
    const unknown = await provider.pollGeneration(request, 'd');
    expect(unknown).toEqual({ status: 'running', pollSeconds: 3 });
    expect(await provider.pollGeneration(request, 'a lost')).toMatchObject({ status: 'failed' });
  });

  test('a failure that cannot be repeated ends the model, and any other one its run', async () => {
    const failure = (retryable: boolean) => ({
      status: 'failed',
      error: { code: 'x', message: 'y', retryable },
    });
    const { provider } = await providerWith({
      'GET /v1/generations/a': job('a', failure(false)),
      'GET /v1/generations/b': job('b', failure(true)),
    });
    const reason = (id: string) => `The worker ended ${id}: x: y`;
    const refused = { status: 'failed', reason: reason('a'), refused: true };
    expect(await provider.pollGeneration(request, 'a')).toEqual(refused);
    expect(await provider.pollGeneration(request, 'b')).toEqual({ status: 'failed', reason: reason('b') });
  });

  test('a model that the worker has lost is trained again', async () => {
    const { provider } = await providerWith(worker(8));
    await expect(provider.generate(request)).rejects.toMatchObject({ name: 'ProviderFailed' });
  });

  test('a URL without a worker makes models wait, and names the setting', async () => {
    const { provider, received } = await providerWith({}, '/gpu/');
    await expect(provider.train(request)).rejects.toMatchObject({
      name: 'ProviderBusy',
      message: expect.stringContaining('providerOptions.http.url'),
      retryAfterSeconds: 300,
    });
    expect(received.map(({ call }) => call)).toEqual(['GET /gpu/v1']);
  });

  test('a deletion is done only when the worker says so', async () => {
    const path = 'DELETE /v1/models/mdl_1-2';
    const answer = (status: number, fields: object): Answers => ({
      [path]: [status, { model: 'mdl_1-2', ...fields }],
    });
    const removal = async (answers: Answers) => (await providerWith(answers)).provider.remove(copies);
    expect(await removal(answer(200, { deleted: true }))).toEqual({ status: 'deleted' });
    const pending = { status: 'pending', reason: 'A job is being stopped.' };
    expect(await removal(answer(202, { deleted: false, reason: 'A job is being stopped.' }))).toEqual(
      pending,
    );
    await expect(removal({})).rejects.toMatchObject({ name: 'ProviderUnavailable' });
    await expect(removal({ [path]: [200, {}] })).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  });

  test('a callback counts when it was signed with the secret of the stage in the last five minutes', async () => {
    const key = async () => ({ apiKey: 'key', webhookSecret: SECRET });
    const isSent = (received: ReceivedCallback) => isSentBy('http', key, received, NOW);
    const callback = (secondsAgo: number, secret = SECRET) => {
      const at = new Date(NOW - secondsAgo * 1000);
      const body = Buffer.from('{"type":"training.succeeded"}');
      const headers = {
        'webhook-id': 'trn_1',
        'webhook-timestamp': String(at.getTime() / 1000),
        'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('trn_1', at, body.toString())}`,
      };
      return { headers, body };
    };
    const { headers, body } = callback(299);
    expect(await isSent({ headers, body })).toBe(true);
    expect(await isSent({ headers, body: Buffer.from('{}') })).toBe(false);
    expect(await isSent({ headers: {}, body })).toBe(false);
    for (const secondsAgo of [301, -301]) expect(await isSent(callback(secondsAgo))).toBe(false);
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(await isSent(callback(0, other))).toBe(false);
  });
});

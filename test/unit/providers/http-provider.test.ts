import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpProvider } from '../../../shared/providers/http/http-provider.ts';
import type { GenerationRequest } from '../../../shared/providers/provider.ts';

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
  catalogue: 1,
};
const UPLOAD = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#89a' } })
  .jpeg()
  .toBuffer();
const copies = { organizationId: 'org_1', modelId: 'mdl_1', trainings: [], generations: [{ request }] };

interface Received {
  call: string;
  key: string | undefined;
  /** The files of a form. */
  files: number;
  /** The body, or the parameters of a form. */
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
    const files = sent.match(/filename="\d+\.jpg"/g)?.length ?? 0;
    const [json] = /^\{.*\}/m.exec(sent) ?? [];
    received.push({ call, key: key?.toString(), files, body: json && JSON.parse(json) });
    const [status, body] = answers[call] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const provider = new HttpProvider({
    options: { url: `http://127.0.0.1:${port}${path}` },
    key: async () => ({ apiKey: 'key', webhookSecret: SECRET }),
    store: { read: async () => UPLOAD },
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
  test('a training has its key, and as many uploads as the worker takes', async () => {
    const { provider, received } = await providerWith({
      ...worker(3),
      'POST /v1/trainings': job('trn_1', { object: 'training', status: 'queued' }),
    });
    const uploadIds = Array.from({ length: 12 }, (_, number) => `upl_${number}`);
    expect(await provider.train({ ...request, key: 'mdl_1-2-training', uploadIds })).toBe('trn_1');
    const { callbackUrl } = request;
    expect(received.at(-1)).toMatchObject({
      ...{ key: 'mdl_1-2-training', files: 10 },
      body: { model: 'mdl_1-2', subject: 'woman', trigger: 'ohwx woman', callbackUrl },
    });
  });

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
    expect(posts[0]?.body).toMatchObject({
      ...{ training: 'trn_1', width: 1024, height: 1280, callbackUrl: request.callbackUrl },
      shots: Array(3).fill({
        prompt: expect.stringContaining('ohwx woman'),
        negativePrompt: expect.any(String),
      }),
    });
  });

  test('the jobs of a split batch are one batch: their images follow each other, and their usage is added', async () => {
    const image = { url: '/v1/images/1', expiresAt: null };
    const usage = { unit: 'GPU second', amount: 5, seconds: 4 };
    const { provider, received } = await providerWith({
      'GET /v1/generations/a': job('a', { status: 'succeeded', images: [image, image, image], usage }),
      'GET /v1/generations/b': job('b', { status: 'succeeded', images: [image], usage }),
      'GET /v1/generations/c': job('c', { status: 'running', etaSeconds: 90 }),
      'GET /v1/generations/d': job('d', { status: 'queued' }),
      'GET /v1/generations/e': job('e', { status: 'succeeded', usage: { ...usage, unit: 'image' } }),
      'GET /v1/generations/f': job('f', { status: 'succeeded' }),
      'GET /v1/generations/g': job('g', { status: 'running', etaSeconds: 30 }),
      'GET /v1/generations/h': job('h', { status: 'succeeded', usage: { ...usage, seconds: undefined } }),
    });
    const made = await provider.pollGeneration(request, 'a b');
    expect(made).toMatchObject({
      status: 'succeeded',
      usage: { unit: 'GPU second', amount: 10, seconds: 8 },
    });
    const images = made.status === 'succeeded' ? made.images : [];
    expect(images).toHaveLength(4);
    await expect(images[0]?.make()).rejects.toThrow('gone (404)');
    expect(received.at(-1)?.call).toBe('GET /v1/images/1');
    for (const unknown of ['a e', 'a f'])
      expect(await provider.pollGeneration(request, unknown)).not.toHaveProperty('usage');
    expect(await provider.pollGeneration(request, 'a h')).not.toHaveProperty('usage.seconds');
    expect(await provider.pollGeneration(request, 'a c')).toMatchObject({ status: 'running' });
    expect(await provider.pollGeneration(request, 'c g')).toMatchObject({
      status: 'running',
      secondsLeft: 90,
    });
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
      'GET /v1/trainings/a': job('a', { object: 'training', ...failure(false) }),
      'GET /v1/trainings/b': job('b', { object: 'training', ...failure(true) }),
    });
    const reason = (id: string) => `The worker ended ${id}: x: y`;
    const refused = { status: 'failed', reason: reason('a'), refused: true };
    for (const poll of ['pollTraining', 'pollGeneration'] as const) {
      expect(await provider[poll](request, 'a')).toEqual(refused);
      expect(await provider[poll](request, 'b')).toEqual({ status: 'failed', reason: reason('b') });
    }
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
    const { provider } = await providerWith({
      ...answer(200, { deleted: true }),
      'DELETE /v1/models/mdl_1-3': [202, { model: 'mdl_1-3', deleted: false }],
    });
    const trainings = [2, 3].map((run) => ({ request: { ...request, run } }));
    expect(await provider.remove({ ...copies, trainings })).toMatchObject({ status: 'pending' });
    await expect(removal({})).rejects.toMatchObject({ name: 'ProviderUnavailable' });
    await expect(removal({ [path]: [200, {}] })).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../local/partner/receiver.ts';
import { IMAGES_PART, PARAMETERS_PART } from '../../../shared/contract/worker/operations.ts';
import {
  deletion,
  generation,
  generationCallback,
  training,
  trainingCallback,
  workerError,
  workerInfo,
} from '../../../shared/contract/worker/schemas.ts';
import {
  type GpuWorker,
  type GpuWorkerOptions,
  startGpuWorker,
  WORKER_COMMANDS,
} from '../../support/gpu-worker.ts';

const COMMANDS = {
  TRAIN_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/train.ts`,
  GENERATE_COMMAND: `${process.execPath} ${WORKER_COMMANDS}/generate.ts`,
};
const MODEL = 'mdl_1-1';
/** The commands of the test do not decode it. */
const JPEG = Buffer.from('ffd8ffd9', 'hex');

let data: string;
let callbacks: Receiver;
const workers: GpuWorker[] = [];

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'gpu-worker-'));
  callbacks = await startReceiver();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill();
  await callbacks.close();
  rmSync(data, { recursive: true });
});

async function start(options: Partial<GpuWorkerOptions> = {}): Promise<GpuWorker> {
  const worker = await startGpuWorker({ data, commands: COMMANDS, ...options });
  workers.push(worker);
  return worker;
}

async function call(
  worker: GpuWorker,
  method: string,
  path: string,
  body?: FormData | object,
  key = 'key-1',
) {
  const json = body instanceof FormData || body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(worker.url + path, {
    method,
    headers: {
      authorization: `Bearer ${worker.key.apiKey}`,
      'idempotency-key': key,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : (json ?? '') }),
  });
  return { status: response.status, body: await response.json() };
}

function trainingForm(fields: object = {}, images = 3): FormData {
  const parameters = {
    model: MODEL,
    subject: 'woman',
    trigger: 'ohwx woman',
    callbackUrl: callbacks.url,
    ...fields,
  };
  const form = new FormData();
  form.append(PARAMETERS_PART, new Blob([JSON.stringify(parameters)], { type: 'application/json' }));
  for (let at = 0; at < images; at++) form.append(IMAGES_PART, new Blob([JPEG]), `${at}.jpg`);
  return form;
}

function generationOf(trainingId: string) {
  const shots = [7, 8].map((seed) => ({ prompt: 'ohwx woman, light grey backdrop', seed }));
  return { training: trainingId, shots, width: 1024, height: 1280, callbackUrl: callbacks.url };
}

/** Polls a job until it has ended. */
async function ended(worker: GpuWorker, path: string) {
  for (;;) {
    const { status, body } = await call(worker, 'GET', path);
    expect(status).toBe(200);
    if (body.status === 'succeeded' || body.status === 'failed') return body;
    await sleep(20);
  }
}

async function train(worker: GpuWorker) {
  const { status, body } = await call(worker, 'POST', '/v1/trainings', trainingForm());
  expect(status).toBe(201);
  return ended(worker, `/v1/trainings/${training.parse(body).id}`);
}

/** Waits until the command of a training runs. @returns its process id */
async function begun(trainingId: string): Promise<number> {
  const file = join(data, 'models', MODEL, trainingId, 'weights', 'begun');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20);
  return Number(readFileSync(file, 'utf8'));
}

/** A worker whose training command gets a word. */
const startWith = (word: string, options: Partial<GpuWorkerOptions> = {}) =>
  start({ commands: { ...COMMANDS, TRAIN_COMMAND: `${COMMANDS.TRAIN_COMMAND} ${word}` }, ...options });

describe('the reference GPU worker', () => {
  test('the worker trains, generates, calls back and deletes as the contract of GPU workers says', async () => {
    const worker = await start();
    expect(workerInfo.parse((await call(worker, 'GET', '/v1')).body).maxImagesPerTraining).toBe(25);
    const trained = training.parse(await train(worker));
    expect(trained).toMatchObject({ status: 'succeeded', model: MODEL, usage: { unit: 'GPU second' } });
    const weights = join(data, 'models', MODEL, trained.id, 'weights');
    expect(JSON.parse(readFileSync(join(weights, 'lora'), 'utf8'))).toMatchObject({
      subject: 'woman',
      trigger: 'ohwx woman',
      images: ['0.jpg', '1.jpg', '2.jpg'],
    });
    expect(existsSync(join(data, 'models', MODEL, trained.id, 'images'))).toBe(false);

    const { body } = await call(worker, 'POST', '/v1/generations', generationOf(trained.id));
    const made = generation.parse(await ended(worker, `/v1/generations/${body.id}`));
    expect(made.images).toHaveLength(2);
    const bytes: Uint8Array[] = [];
    for (const { url } of made.images ?? []) {
      const headers = { authorization: `Bearer ${worker.key.apiKey}` };
      expect((await fetch(worker.url + url)).status).toBe(401);
      bytes.push(await (await fetch(worker.url + url, { headers })).bytes());
    }
    expect(bytes.map((image) => Buffer.from(image.subarray(0, 2)).toString('hex'))).toEqual(['ffd8', 'ffd8']);

    const first = await callbacks.waitFor(({ body: text }) => text.includes('training.succeeded'));
    const second = await callbacks.waitFor(({ body: text }) => text.includes('generation.succeeded'));
    for (const { body: text, headers } of [first, second]) {
      new Webhook(worker.key.webhookSecret).verify(text, headers as Record<string, string>);
    }
    expect(trainingCallback.parse(JSON.parse(first.body)).data).toEqual(trained);
    expect(generationCallback.parse(JSON.parse(second.body)).data).toEqual(made);

    const removed = await call(worker, 'DELETE', `/v1/models/${MODEL}`);
    expect([removed.status, deletion.parse(removed.body)]).toEqual([200, { model: MODEL, deleted: true }]);
    expect(readdirSync(join(data, 'models'))).toEqual([]);
    expect((await call(worker, 'GET', `/v1/trainings/${trained.id}`)).status).toBe(404);
  });

  test('a repeated request gets the job that the worker has, also after a restart of the worker', async () => {
    const worker = await start();
    const { id } = await train(worker);
    const repeated = await call(worker, 'POST', '/v1/trainings', trainingForm({ subject: 'man' }));
    expect(repeated).toMatchObject({ status: 200, body: { id, status: 'succeeded' } });
    await worker.kill();
    const restarted = await start({ key: worker.key });
    const again = await call(restarted, 'POST', '/v1/trainings', trainingForm());
    expect(again).toMatchObject({ status: 200, body: { id, status: 'succeeded' } });
    expect(readdirSync(join(data, 'models', MODEL))).toEqual([id]);
  });

  test('a training that a restart of the worker has interrupted runs again', async () => {
    const worker = await startWith('hangs-once');
    const { body } = await call(worker, 'POST', '/v1/trainings', trainingForm());
    const pid = await begun(body.id);
    await worker.kill();
    process.kill(pid);
    const restarted = await startWith('hangs-once', { key: worker.key });
    expect(await ended(restarted, `/v1/trainings/${body.id}`)).toMatchObject({ status: 'succeeded' });
  });

  test('the deletion of a model stops its training, and refuses requests that arrive later', async () => {
    const worker = await startWith('hangs');
    const { body } = await call(worker, 'POST', '/v1/trainings', trainingForm());
    await begun(body.id);
    const first = await call(worker, 'DELETE', `/v1/models/${MODEL}`);
    expect(first).toMatchObject({ status: 202, body: { deleted: false, reason: expect.any(String) } });
    for (;;) {
      const { status, body: answer } = await call(worker, 'DELETE', `/v1/models/${MODEL}`);
      if (status === 200) break;
      expect(deletion.parse(answer).deleted).toBe(false);
      await sleep(20);
    }
    await sleep(300);
    expect(readdirSync(join(data, 'models'))).toEqual([]);
    const late = await call(worker, 'POST', '/v1/trainings', trainingForm());
    expect(late).toMatchObject({ status: 410, body: { error: { code: 'model_deleted' } } });
    expect(readdirSync(join(data, 'models'))).toEqual([]);
  });

  test('a model has any name of the interface: the deletion of one leaves the tombstones of others', async () => {
    const worker = await start();
    await train(worker);
    for (const model of [MODEL, 'deleted', 'models']) {
      const removed = await call(worker, 'DELETE', `/v1/models/${model}`);
      expect(removed).toMatchObject({ status: 200, body: { model, deleted: true } });
    }
    for (const model of [MODEL, 'deleted', 'models']) {
      const late = await call(worker, 'POST', '/v1/trainings', trainingForm({ model }), `late-${model}`);
      expect(late).toMatchObject({ status: 410, body: { error: { code: 'model_deleted' } } });
    }
  });

  test('an image that a generation has not made is not found, whatever its path', async () => {
    const worker = await start();
    const trained = await train(worker);
    const { body } = await call(worker, 'POST', '/v1/generations', generationOf(trained.id));
    await ended(worker, `/v1/generations/${body.id}`);
    for (const image of ['2', '-1', '0.5', 'job.json', '..%2Fjob.json', 'length']) {
      expect([
        image,
        (await call(worker, 'GET', `/v1/generations/${body.id}/images/${image}`)).status,
      ]).toEqual([image, 404]);
    }
    expect((await call(worker, 'GET', `/v1/generations/${trained.id}/images/0`)).status).toBe(404);
  });

  test.each([
    [
      'refuses',
      { code: 'images_rejected', message: 'Two of three images show several people.', retryable: false },
    ],
    ['breaks', { code: 'command_failed', message: 'CUDA out of memory.', retryable: true }],
  ])('a training whose command %s fails with its reason', async (mode, error) => {
    const worker = await startWith(mode);
    expect(training.parse(await train(worker))).toMatchObject({ status: 'failed', error });
  });

  test('the worker refuses requests that are not valid, and stores nothing of them', async () => {
    const worker = await start();
    const shots = generationOf('trn').shots;
    const requests: [string, FormData | object, number, string][] = [
      ['/v1/trainings', trainingForm({ subject: 'cat' }), 400, 'subject'],
      ['/v1/trainings', trainingForm({ model: '../..' }), 400, 'model'],
      ['/v1/trainings', trainingForm({ callbackUrl: 'none' }), 400, 'callbackUrl'],
      ['/v1/trainings', trainingForm({}, 0), 400, 'images'],
      ['/v1/trainings', trainingForm({}, 26), 400, 'images'],
      ['/v1/trainings', new FormData(), 400, 'images'],
      ['/v1/generations', { ...generationOf('trn'), width: 1.5 }, 400, 'width'],
      ['/v1/generations', { ...generationOf('trn'), shots: [{ seed: 1 }] }, 400, 'prompt'],
      ['/v1/generations', { ...generationOf('trn'), shots: Array(9).fill(shots[0]) }, 400, 'shots'],
      ['/v1/generations', generationOf('unknown'), 404, 'unknown'],
      ['/v1/other', {}, 404, 'path'],
    ];
    for (const [path, body, status, text] of requests) {
      const answer = await call(worker, 'POST', path, body);
      expect([path, answer.status]).toEqual([path, status]);
      expect(workerError.parse(answer.body).error.message).toContain(text);
    }
    expect((await call(worker, 'POST', '/v1/trainings', trainingForm(), '')).status).toBe(400);
    expect((await call(worker, 'DELETE', '/v1/models/..%2F..')).status).toBe(400);
    const wrongKey = { ...worker, key: { ...worker.key, apiKey: 'wrong' } };
    expect((await call(wrongKey, 'GET', '/v1')).status).toBe(401);
    expect(readdirSync(join(data, 'models'))).toEqual([]);
  });
});

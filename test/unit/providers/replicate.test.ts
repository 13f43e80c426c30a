import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import {
  DESTINATION,
  type ReplicateStandInOptions,
  startReplicate,
  TRAINER,
} from '../../../local/providers/replicate.ts';
import type { StandIn } from '../../../local/providers/stand-in.ts';
import { uploadKey } from '../../../shared/images/keys.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { trainingImage } from '../../../shared/providers/hosted/training-images.ts';
import type {
  GenerationRequest,
  GenerationState,
  PlannedShot,
  ProviderCopies,
  TrainingRequest,
} from '../../../shared/providers/provider.ts';
import { secondsLeft } from '../../../shared/providers/replicate/answers.ts';
import { ReplicateProvider } from '../../../shared/providers/replicate/replicate-provider.ts';
import {
  modelRefOf,
  parseModelRef,
  trainingInput,
  webhookOf,
} from '../../../shared/providers/replicate/requests.ts';
import { trainingArchive } from '../../../shared/providers/replicate/training-archive.ts';
import { drawBlocks } from '../../support/draw-blocks.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const TRAINING_SECONDS = 1200;
const GENERATION_SECONDS = 30;

const training: TrainingRequest = {
  callbackUrl: 'https://headshots.example/api/providers/replicate/token',
  organizationId: 'org_1',
  modelId: 'mdl_1',
  key: 'mdl_1-1-training',
  run: 1,
  trigger: 'female',
  uploadIds: ['upl_1', 'upl_2'],
  scenario: 'succeeds',
  startedAt: START,
};

const shots: PlannedShot[] = [0, 1, 2, 3].map((number) => ({
  number,
  style: { backdrop: 'slate', outfit: 'navy-suit', framing: 'classic' },
  seed: 1000 + 16 * number,
}));

function generation(modelRef: string, changes: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    ...training,
    key: 'mdl_1-1-generation-0',
    modelRef,
    batch: 0,
    batches: 10,
    shots,
    catalogue: 1,
    ...changes,
  };
}

function upload(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 1000, channels: 3, background: '#89a' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'the member' } })
    .toBuffer();
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface World {
  clock: Clock;
  provider: ReplicateProvider;
  standIn: StandIn;
  pass(seconds: number): void;
  /** The paths of all calls, in order. */
  reads: string[];
}

/** @param readSeconds the time that the read of an upload takes */
async function world(options: Partial<ReplicateStandInOptions> = {}, readSeconds = 0): Promise<World> {
  let now = START;
  const pass = (seconds: number) => {
    now += seconds * SECOND;
  };
  const clock = { now: () => now };
  const standIn = await startReplicate({
    clock,
    trainingSeconds: TRAINING_SECONDS,
    generationSeconds: GENERATION_SECONDS,
    draw: drawBlocks,
    ...options,
  });
  stops.push(() => standIn.stop());
  const reads: string[] = [];
  const bytes = await upload();
  const objects = new Map(training.uploadIds.map((id) => [uploadKey(training, id), bytes]));
  const provider = new ReplicateProvider({
    options: { url: standIn.url, trainer: TRAINER, destination: DESTINATION },
    key: async () => standIn.key,
    clock,
    timeouts: { call: 1000, image: 30_000 },
    store: {
      read: async (key) => {
        reads.push(key);
        pass(readSeconds);
        return objects.get(key) ?? new Uint8Array();
      },
    },
  });
  return { provider, standIn, reads, pass, clock };
}

/** The reference of a model that was trained. */
async function trained({ provider, pass }: World): Promise<string> {
  const ref = await provider.train(training);
  pass(TRAINING_SECONDS);
  const state = await provider.pollTraining(training, ref);
  if (state.status !== 'succeeded') throw new Error(`The training is ${state.status}.`);
  return state.modelRef;
}

async function generated({ provider, pass }: World, request: GenerationRequest): Promise<GenerationState> {
  const ref = await provider.generate(request);
  pass(GENERATION_SECONDS);
  return provider.pollGeneration(request, ref);
}

const OF_MODEL = { organizationId: 'org_1', modelId: 'mdl_1', generations: [] };

function copies(modelRef: string, refs: { training?: string; generation?: string } = {}): ProviderCopies {
  return {
    ...OF_MODEL,
    trainings: [{ request: training, modelRef, ...(refs.training && { ref: refs.training }) }],
    generations: [{ request: generation(modelRef), ...(refs.generation && { ref: refs.generation }) }],
  };
}

test('a training at Replicate runs, tells the time left, and ends with a version of the private model', async () => {
  const { provider, standIn, pass } = await world();
  const ref = await provider.train(training);
  expect(await provider.pollTraining(training, ref)).toMatchObject({ status: 'running' });
  pass(TRAINING_SECONDS / 2);
  expect(await provider.pollTraining(training, ref)).toEqual({
    status: 'running',
    pollSeconds: 15,
    secondsLeft: TRAINING_SECONDS / 2,
  });
  pass(TRAINING_SECONDS / 2);
  expect(await provider.pollTraining(training, ref)).toEqual({
    status: 'succeeded',
    modelRef: expect.stringMatching(/^acme\/headshots:[0-9a-f]{64}#HS[0-9A-F]{12}$/),
    // The tenth of the time that the job waits for a machine is not billed.
    usage: { unit: 'GPU second', amount: 1080, usd: 1.647, seconds: 1200 },
  });
  expect(standIn.billed()).toEqual({ training: 1, generation: 0 });
});

test('the photos of a batch at Replicate are JPEGs of one prediction, with its costs', async () => {
  const prompts: string[] = [];
  const draw = (prompt: string, seed: number) => {
    prompts.push(prompt);
    return drawBlocks(prompt, seed);
  };
  const here = await world({ draw });
  const modelRef = await trained(here);
  const state = await generated(here, generation(modelRef));
  if (state.status !== 'succeeded') throw new Error(`The prediction is ${state.status}.`);
  expect(state.images).toHaveLength(4);
  expect(state.usage).toEqual({ unit: 'GPU second', amount: 27, usd: 0.041175, seconds: 30 });
  const { sizes } = (await state.images[0]?.make()) ?? {};
  const { width, height, format } = await sharp(sizes?.main).metadata();
  expect({ width, height, format }).toEqual({ width: 1024, height: 1280, format: 'jpeg' });
  expect(prompts).toEqual([expect.stringContaining(`${modelRef.split('#')[1]} woman, `)]);
  expect(here.standIn.billed().generation).toBe(1);
});

test('an upload is sent upright, without metadata, and no larger than it was', async () => {
  const turned = await sharp(await upload())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { bytes } = await trainingImage(turned, '1.jpg');
  const { width, height, exif, orientation } = await sharp(bytes).metadata();
  expect([width, height, exif, orientation]).toEqual([1000, 800, undefined, undefined]);
});

test('the archive for the trainer has each upload, and a caption of ours beside it', async () => {
  const jpeg = new Uint8Array(await upload());
  const archive = trainingArchive([{ name: '1.jpg', bytes: jpeg }], 'a photo of HS1 woman');
  const entries = unzipSync(archive);
  expect(Object.keys(entries)).toEqual(['1.jpg', '1.txt']);
  expect(Buffer.from(entries['1.txt'] ?? []).toString()).toBe('a photo of HS1 woman');
  expect(entries['1.jpg']).toEqual(jpeg);
  // The day of an entry: the first of 1980, so that the same images make the same archive.
  expect(Buffer.from(archive).readUInt16LE(12)).toBe(0x0021);
  expect(trainingInput('https://archive.test', 'HS1')).toMatchObject({
    trigger_word: 'HS1',
    autocaption: false,
  });
});

test('an archive whose training was not started is used by the next request for it, and by no other', async () => {
  const { provider, standIn, reads } = await world();
  standIn.misbehaveInCalls('train', 'error');
  await expect(provider.train(training)).rejects.toThrow('replicate answered POST');
  expect(reads).toHaveLength(2);
  await provider.train(training);
  expect(reads).toHaveLength(2);
  expect(standIn.kept().filter((name) => name.startsWith('file'))).toHaveLength(1);
  await provider.train({ ...training, key: 'mdl_2-1-training' });
  expect(reads).toHaveLength(4);
});

test('a training is not requested after an archive that took too long, which the next request uses', async () => {
  const { provider, standIn, reads } = await world({}, 16);
  await expect(provider.train(training)).rejects.toThrow('took too long');
  expect(standIn.billed().training).toBe(0);
  await provider.train(training);
  expect([reads.length, standIn.billed().training]).toEqual([2, 1]);
});

test.each(['hangs', 'truncated', 'gateway-timeout'] as const)(
  'a training whose response was lost (%s) is found among newer ones by its trigger word',
  async (misbehaviour) => {
    const { provider, standIn, pass } = await world({ pageSize: 2 });
    standIn.misbehaveInCalls('train', misbehaviour);
    await expect(provider.train(training)).rejects.toThrow('replicate');
    for (const other of [1, 2, 3, 4, 5]) {
      pass(60);
      await provider.train({ ...training, key: `mdl_2-${other}-training` });
    }
    const ref = await provider.lookUp.training(training);
    expect(await provider.pollTraining(training, ref ?? '')).toMatchObject({ status: 'running' });
    expect(await provider.lookUp.training({ ...training, key: 'mdl_3-1-training' })).toBeUndefined();
    expect(standIn.billed().training).toBe(6);
  },
);

test('a prediction whose response was lost is found by its version and seed, and a batch that was not requested is not', async () => {
  const here = await world({ pageSize: 2 });
  const { provider, standIn, pass } = here;
  const modelRef = await trained(here);
  const request = generation(modelRef, { startedAt: START + TRAINING_SECONDS * SECOND });
  const others = [1, 2, 3].map((batch) => ({
    ...request,
    batch,
    key: `mdl_1-1-generation-${batch}`,
    shots: shots.map((shot) => ({ ...shot, seed: shot.seed + 64 * batch })),
  }));
  standIn.misbehaveInCalls('generate', 'hangs');
  await expect(provider.generate(request)).rejects.toThrow('replicate did not answer');
  for (const other of others.slice(0, 2)) {
    pass(1);
    await provider.generate(other);
  }
  const ref = await provider.lookUp.generation(request);
  pass(GENERATION_SECONDS);
  expect(await provider.pollGeneration(request, ref ?? '')).toMatchObject({ status: 'succeeded' });
  const [first, , notRequested] = others;
  if (!first || !notRequested) throw new Error('There are three other batches.');
  expect(await provider.lookUp.generation(first)).not.toBe(ref);
  expect(await provider.lookUp.generation(notRequested)).toBeUndefined();
});

test.each([
  ['hours after it was planned', -3 * HOUR],
  ['by a clock that is some minutes behind', 4 * MINUTE],
])('a prediction that was requested %s is found, of its own model', async (_, startsAfter) => {
  const here = await world();
  const { provider, clock, pass } = here;
  pass(4 * (HOUR / SECOND));
  const modelRef = await trained(here);
  const request = generation(modelRef, { startedAt: clock.now() + startsAfter });
  const ref = await provider.generate(request);
  expect(await provider.lookUp.generation(request)).toBe(ref);
  const { version, word } = parseModelRef(modelRef);
  const other = modelRefOf({ version: `${version}0`, word });
  expect(await provider.lookUp.generation({ ...request, modelRef: other })).toBeUndefined();
});

test('a search for a lost job ends at the time of its request', async () => {
  const { provider, standIn, pass } = await world();
  await provider.train(training);
  pass(HOUR / SECOND);
  const later = { ...training, startedAt: START + HOUR };
  expect(await provider.lookUp.training(later)).toBeUndefined();
  expect(standIn.billed().training).toBe(1);
});

test('images are gone an hour after a prediction, so a prediction that is polled later has failed', async () => {
  const here = await world();
  const request = generation(await trained(here));
  const ref = await here.provider.generate(request);
  here.pass(GENERATION_SECONDS + HOUR / SECOND);
  expect(await here.provider.pollGeneration(request, ref)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('its result is gone'),
  });
});

test('a photo that a safety checker refuses fails the batch and does not refuse the photos', async () => {
  const here = await world();
  const modelRef = await trained(here);
  here.standIn.misbehaveInJobs('generation', 'refused');
  const state = await generated(here, generation(modelRef));
  expect(state).toEqual({ status: 'failed', reason: expect.stringContaining('NSFW content detected') });
});

test.each(['fails', 'refused', 'lost'] as const)(
  'a training that %s at Replicate has failed',
  async (misbehaviour) => {
    const { provider, standIn, pass } = await world();
    standIn.misbehaveInJobs('training', misbehaviour);
    const ref = await provider.train(training);
    pass(TRAINING_SECONDS);
    const state = await provider.pollTraining(training, ref);
    expect(state).toEqual({ status: 'failed', reason: expect.stringContaining('Replicate') });
  },
);

test.each(['missing', 'expired', 'not-an-image', 'blank', 'tiny'] as const)(
  'an image of Replicate that is %s is unusable',
  async (misbehaviour) => {
    const here = await world();
    const modelRef = await trained(here);
    here.standIn.misbehaveInImages(misbehaviour);
    const state = await generated(here, generation(modelRef));
    if (state.status !== 'succeeded') throw new Error(`The prediction is ${state.status}.`);
    await expect(state.images[0]?.make()).rejects.toThrow(expect.objectContaining({ name: 'UnusableImage' }));
    await expect(state.images[1]?.make()).resolves.toBeDefined();
  },
);

test('deletion cancels jobs, deletes the archive and the version with its predictions, and names the record that stays', async () => {
  const here = await world();
  const { provider, standIn } = here;
  const ref = await provider.train(training);
  here.pass(TRAINING_SECONDS);
  const state = await provider.pollTraining(training, ref);
  if (state.status !== 'succeeded') throw new Error('The training has not succeeded.');
  const prediction = await provider.generate(generation(state.modelRef));
  const all = copies(state.modelRef, { training: ref, generation: prediction });
  expect(standIn.kept().map((name) => name.split(' ')[0])).toEqual(['file', 'version', 'prediction']);
  expect(await provider.remove(all)).toMatchObject({ status: 'pending' });
  const removed = { status: 'retained', reason: expect.stringContaining('the records of 1 trainings') };
  expect(await provider.remove(all)).toEqual(removed);
  expect(standIn.kept()).toEqual([]);
  expect(await provider.remove(all)).toEqual(removed);
});

test('deletion cancels a running training whose response was lost, and deletes its archive', async () => {
  const { provider, standIn } = await world();
  standIn.misbehaveInJobs('training', 'never-ends');
  standIn.misbehaveInCalls('train', 'hangs');
  await expect(provider.train(training)).rejects.toThrow('replicate did not answer');
  expect(standIn.kept()).toHaveLength(2);
  const lost = { ...OF_MODEL, trainings: [{ request: training }] };
  expect(await provider.remove(lost)).toMatchObject({ status: 'retained' });
  expect(standIn.kept()).toEqual([]);
});

test('nothing is left at Replicate of a model that was never requested there', async () => {
  const { provider } = await world();
  const none = { ...OF_MODEL, trainings: [{ request: training }] };
  expect(await provider.remove(none)).toEqual({ status: 'deleted' });
});

test('the version of a training that ended unseen is deleted as well', async () => {
  const { provider, standIn, pass } = await world();
  const ref = await provider.train(training);
  pass(TRAINING_SECONDS);
  const unseen = { ...OF_MODEL, trainings: [{ request: training, ref }] };
  expect(await provider.remove(unseen)).toMatchObject({ status: 'pending' });
  expect(await provider.remove(unseen)).toMatchObject({ status: 'retained' });
  expect(standIn.kept()).toEqual([]);
});

test('what Replicate refuses to delete stays pending with its reason', async () => {
  const here = await world();
  const modelRef = await trained(here);
  // One is for the archive, one for the version.
  here.standIn.misbehaveInCalls('delete', 'refused', 2);
  expect(await here.provider.remove({ ...copies(modelRef), generations: [] })).toEqual({
    status: 'pending',
    reason: expect.stringMatching(/the archive \w+ cannot be deleted: .*the version \S+ cannot be deleted: /),
  });
  expect(here.standIn.kept()).toHaveLength(2);
});

test('Replicate is asked for webhooks to HTTPS addresses only', () => {
  const http = { ...training, callbackUrl: 'http://127.0.0.1:4000/api/providers/replicate/token' };
  expect(webhookOf(http, 'https://api.replicate.com/v1')).toEqual({});
  expect(webhookOf(training, 'https://api.replicate.com/v1')).toEqual({
    webhook: training.callbackUrl,
    webhook_events_filter: ['completed'],
  });
});

test.each([
  ['', undefined],
  ['Loading checkpoint shards: 100%', undefined],
  ['flux_train_replicate:  12%|#| 120/1000 [02:03<14:30,  1.01it/s, lr: 4.0e-04 loss: 3.1e-01]', 870],
  ['| 1/1000 [00:01<1:02:03, 1s/it]\n| 2/1000 [00:02<59:58, 1s/it]', 3598],
])('the time left is that of the last progress in the log of a training: %j', (logs, seconds) => {
  expect(secondsLeft(logs)).toBe(seconds);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AstriaStandIn } from '../../../local/providers/astria.ts';
import { withOtherSeeds } from '../../../shared/domain/flow/shots.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { drawBlocks } from '../../support/draw-blocks.ts';
import { astriaWith } from '../../support/providers/astria.ts';
import {
  GENERATION_SECONDS,
  type ProviderFixture,
  TRAINING_SECONDS,
} from '../../support/providers/fixture.ts';
import { type ProviderWorld, providerWorld } from '../../support/providers/world.ts';

const CREDITS = 10;

let world: ProviderWorld;
let standIn: AstriaStandIn;
const start = async (options: Parameters<typeof astriaWith>[0], more: Partial<ProviderFixture> = {}) => {
  const astria = astriaWith(options, (started) => (standIn = started));
  world = await providerWorld({ ...astria, ...more });
};

function request(method: string, path: string, body?: FormData): Promise<Response> {
  const headers = { authorization: `Bearer ${standIn.key.apiKey}` };
  return fetch(standIn.url + path, { method, headers, ...(body && { body }) });
}

async function get<Body>(path: string): Promise<Body> {
  return (await request('GET', path)).json() as Promise<Body>;
}

/** One attempt to delete everything. */
async function removeOnce() {
  return world.provider.remove?.(await world.copies());
}

/** A request with a form, as Astria's documentation shows them. */
async function post(path: string, fields: Record<string, string | Blob>): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  await request('POST', path, body);
}

describe('the provider astria', () => {
  beforeEach(() => start({ prices: { tune: 1.5, image: 0.05 } }));
  afterEach(() => world.stop());

  test('a tune is a LoRA of Flux with a title of its own for each run, and one prompt makes a batch', async () => {
    const training = await world.train();
    const [tune] = await get<Record<string, unknown>[]>('/tunes');
    expect(tune).toMatchObject({
      title: training.request.key,
      name: 'man',
      base_tune_id: 1504944,
      model_type: 'lora',
      token: 'ohwx',
    });
    await world.plan();
    await world.made(0);
    const { request } = await world.batchJob(0);
    const again = { ...request, shots: withOtherSeeds(request.shots, 'again') };
    expect(await world.provider.lookUp?.generation(again)).toBeUndefined();
    expect(await get('/prompts')).toEqual([
      expect.objectContaining({
        tune_id: 1504944,
        text: expect.stringMatching(new RegExp(`^<lora:${training.modelRef}:1> ohwx man, `)),
        seed: request.shots[0]?.seed,
        num_images: request.shots.length,
        callback: request.callbackUrl,
      }),
    ]);
  });

  test('the time left of a training is that of its eta', async () => {
    await world.beginTraining();
    await world.trainingStep();
    world.pass(100);
    const { request, ref = '' } = await world.trainingJob();
    expect(await world.provider.pollTraining(request, ref)).toEqual({
      status: 'running',
      pollSeconds: 30,
      secondsLeft: TRAINING_SECONDS - 100,
    });
  });

  test('the costs of a job are its units, its seconds and the prices of the account', async () => {
    const { usage } = await world.makeFirstBatch();
    expect((await world.trainingJob()).usage).toEqual({
      unit: 'tune',
      amount: 1,
      usd: 1.5,
      seconds: TRAINING_SECONDS * 0.9,
    });
    expect(usage).toEqual({ unit: 'image', amount: 4, usd: 0.2, seconds: GENERATION_SECONDS * 0.9 });
  });

  test('another run trains anew when the tune was deleted before its photos were made', async () => {
    const { modelRef } = await world.train();
    await world.plan();
    await request('DELETE', `/tunes/${modelRef}`);
    expect(await world.untilFailed(() => world.batchStep(0))).toEqual({
      error: 'ProviderFailed',
      restart: true,
    });
    await world.restart();
    await world.madeFirstBatch();
    expect(standIn.billed().training).toBe(2);
  });

  test('another run trains anew when Astria refuses a prompt whose tune is gone, and that one only', async () => {
    const { modelRef } = await world.train();
    await world.plan();
    standIn.misbehaveInCalls('generate', 'refused');
    await expect(world.batchStep(1)).rejects.toMatchObject({ name: 'ProviderRefused' });
    await request('DELETE', `/tunes/${modelRef}`);
    standIn.misbehaveInCalls('generate', 'refused');
    await expect(world.batchStep(0)).rejects.toThrow(`Astria has lost the tune ${modelRef}.`);
  });

  test('a prompt that ends with user_error fails the model for good, with the credit returned', async () => {
    await world.train();
    await world.plan();
    standIn.misbehaveInJobs('generation', 'refused');
    expect(await world.untilFailed(() => world.batchStep(0))).toEqual({
      error: 'ProviderRefused',
      restart: false,
    });
    expect(await world.credits()).toBe(CREDITS);
  });

  test('a job is found among more jobs than a page of a list has', async () => {
    standIn.misbehaveInCalls('train', 'gateway-timeout');
    await world.beginTraining();
    await world.trainingStep();
    const image = new Blob([Buffer.from(await drawBlocks('', 1))], { type: 'image/jpeg' });
    for (let others = 0; others < 120; others++) {
      await post('/tunes', {
        'tune[title]': `other ${others}`,
        'tune[name]': 'man',
        'tune[images][]': image,
      });
    }
    const billed = standIn.billed().training;
    await world.untilDone(() => world.trainingStep());
    expect(standIn.billed().training).toBe(billed);
  });

  test('a job is found when the clock of Astria is an hour behind', async () => {
    const { request, ref } = await world.train();
    const requested = { ...request, startedAt: request.startedAt + HOUR };
    expect(await world.provider.lookUp?.training(requested)).toBe(ref);
  });

  test.each(['example', 'heading'] as const)(
    'prompts are deleted when only the path of the documentation’s %s works',
    async (path) => {
      standIn.deletePromptsAt(path);
      await world.madeFirstBatch();
      expect(await world.removeAll()).toEqual({ status: 'deleted' });
      expect(standIn.kept()).toEqual([]);
    },
  );

  test('a removal answers deleted only when the lists no longer have the tune and its prompts', async () => {
    await world.madeFirstBatch();
    const kept = standIn.kept();
    standIn.deleteAfter(100);
    const removal = await removeOnce();
    expect(removal).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^Astria still lists /),
    });
    for (const copy of kept) expect(removal).toHaveProperty('reason', expect.stringContaining(copy));
    world.pass(99);
    expect(await removeOnce()).toMatchObject({ status: 'pending' });
    world.pass(1);
    expect(await removeOnce()).toEqual({ status: 'deleted' });
    expect(standIn.kept()).toEqual([]);
  });

  test('jobs whose responses were lost are deleted only when the lists no longer have them', async () => {
    standIn.misbehaveInCalls('train', 'gateway-timeout');
    await world.beginTraining();
    await world.trainingStep();
    standIn.deleteAfter(100);
    world.pass(MINUTE / SECOND);
    expect(await removeOnce()).toMatchObject({ status: 'pending' });
    world.pass(100);
    expect(await removeOnce()).toEqual({ status: 'deleted' });
  });

  test('a removal waits while Astria may still carry out a request whose response was lost', async () => {
    standIn.misbehaveInCalls('train', 'busy');
    await world.beginTraining();
    await world.trainingStep();
    const { request } = await world.trainingJob();
    const requestedAt = world.context.clock.now();
    const copies = { ...world.run, trainings: [{ request, requestedAt }], generations: [] };
    expect(await world.provider.remove?.(copies)).toMatchObject({ status: 'pending' });
    world.pass(MINUTE / SECOND);
    expect(await world.provider.remove?.(copies)).toEqual({ status: 'deleted' });
  });
});

describe('the inspection of uploads by astria', () => {
  beforeEach(() => start({}, { uploads: 6, trigger: 'female' }));
  afterEach(() => world.stop());

  test('each upload is inspected once, however often the step of the training is repeated', async () => {
    standIn.misbehaveInCalls('train', 'busy', 3);
    await world.train();
    expect(standIn.inspected()).toBe(6);
  });

  test('photos of a person of no documented class are not inspected, and trained', async () => {
    await world.stop();
    await start({});
    await world.train();
    expect(standIn.inspected()).toBe(0);
  });

  test('photos of several people and with sunglasses are left out of the training', async () => {
    standIn.inspectNextAs({ includes_multiple_people: true });
    standIn.inspectNextAs({ wearing_sunglasses: true });
    const { request, inspection = {} } = await world.train();
    expect(Object.values(inspection).sort()).toEqual([
      ...Array(4).fill('fit'),
      'several-people',
      'sunglasses',
    ]);
    expect(request.uploadIds).toHaveLength(4);
    const [tune] = await get<{ orig_images: string[] }[]>('/tunes');
    expect(tune?.orig_images).toHaveLength(4);
  });

  test('too few fit photos fail the model for good before a training is paid for, and the credit is returned', async () => {
    standIn.inspectNextAs({ blurry: true }, 2);
    standIn.inspectNextAs({ name: '' });
    await world.beginTraining();
    expect(await world.untilFailed(() => world.trainingStep())).toEqual({
      error: 'ProviderRefused',
      restart: false,
    });
    expect(await world.model()).toMatchObject({ status: 'failed', failureReason: 'photos-refused' });
    expect(standIn.billed()).toEqual({ training: 0, generation: 0 });
    expect(await world.credits()).toBe(CREDITS);
  });
});

describe('the test mode of astria', () => {
  beforeEach(() => start({ testMode: true, inspection: false }, { trigger: 'female' }));
  afterEach(() => world.stop());

  test('the test mode costs nothing, prompts the mock tune itself, and inspects nothing', async () => {
    const { modelRef, usage } = await world.train();
    expect(usage).toMatchObject({ unit: 'tune', usd: 0 });
    await world.plan();
    await world.made(0);
    expect(await get('/prompts')).toEqual([expect.objectContaining({ tune_id: Number(modelRef) })]);
    expect(standIn.billed()).toEqual({ training: 0, generation: 0 });
    expect(standIn.inspected()).toBe(0);
  });
});

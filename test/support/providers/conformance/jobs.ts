import { expect } from 'vitest';
import { isHosted } from '../../../../shared/contract/providers.ts';
import { BATCH_SIZE } from '../../../../shared/domain/flow/plan.ts';
import { RESTARTS_MAX } from '../../../../shared/domain/model/deadline.ts';
import { isSentBy, signs } from '../../../../shared/providers/hosted/callbacks.ts';
import type { ProviderFixture } from '../fixture.ts';
import { testsOf } from './with-world.ts';

const CREDITS = 10;

export function jobs(fixture: ProviderFixture): void {
  const it = testsOf(fixture);

  it('ends a training that never ends after hours, and makes the model in its next run', async (world) => {
    world.standIn.misbehaveInJobs('training', 'never-ends');
    await world.beginTraining();
    const ended = await world.untilFailed(() => world.trainingStep());
    expect(ended).toEqual({ error: 'JobTimedOut', restart: true });
    await world.restart();
    await world.madeFirstBatch();
    expect(world.standIn.billed()).toEqual({ training: 2, generation: 1 });
    expect(await world.credits()).toBe(CREDITS - 1);
  });

  it('restarts a model whose trained model is gone before its photos are made', async (world) => {
    await world.train();
    await world.plan();
    world.standIn.misbehaveInJobs('generation', 'lost');
    const ended = await world.untilFailed(() => world.batchStep(0));
    expect(ended).toEqual({ error: 'ProviderFailed', restart: true });
    expect(await world.credits()).toBe(CREDITS - 1);
  });

  for (const misbehaviour of ['lost', 'fails'] as const) {
    it(`restarts a model whose training ${misbehaviour === 'lost' ? 'is lost' : 'fails'}`, async (world) => {
      world.standIn.misbehaveInJobs('training', misbehaviour);
      await world.beginTraining();
      const ended = await world.untilFailed(() => world.trainingStep());
      expect(ended.restart).toBe(true);
      expect(['ProviderFailed', 'JobTimedOut']).toContain(ended.error);
      await world.restart();
      expect(await world.train()).toMatchObject({ status: 'succeeded' });
      expect(world.standIn.billed().training).toBe(2);
      expect(await world.credits()).toBe(CREDITS - 1);
    });
  }

  it('fails a batch of photos that ends without a result', async (world) => {
    await world.train();
    await world.plan();
    world.standIn.misbehaveInJobs('generation', 'fails');
    const ended = await world.untilFailed(() => world.batchStep(0));
    expect(ended.restart).toBe(true);
    expect(['ProviderFailed', 'JobTimedOut']).toContain(ended.error);
  });

  it('returns the credit once when the trainings of all runs are lost', async (world) => {
    world.standIn.misbehaveInJobs('training', 'lost', RESTARTS_MAX + 1);
    for (let run = 1; run <= RESTARTS_MAX + 1; run++) {
      await world.beginTraining();
      const { restart } = await world.untilFailed(() => world.trainingStep());
      expect(restart).toBe(run <= RESTARTS_MAX);
      if (restart) await world.restart();
    }
    expect(await world.model()).toMatchObject({ status: 'failed', failureReason: 'training-failed' });
    expect(await world.credits()).toBe(CREDITS);
  });

  it('makes photos whether callbacks come never, early or twice', async (world) => {
    const { standIn } = world;
    for (const misbehaviour of ['never', 'early', 'twice'] as const)
      standIn.misbehaveInCallbacks(misbehaviour);
    await world.train();
    const batches = (await world.plan()).slice(0, 2);
    for (const { batch } of batches) await world.made(batch);
    expect(standIn.billed()).toEqual({ training: 1, generation: batches.length });
  });

  if (fixture.postsCallbacks) callbacksOf(fixture);

  for (const misbehaviour of ['missing', 'expired', 'not-an-image', 'tiny'] as const) {
    it(`finds an image unusable that is ${misbehaviour}, and only that one`, async (world) => {
      world.standIn.misbehaveInImages(misbehaviour);
      await world.train();
      await world.plan();
      await world.batchStep(0);
      world.pass(3600);
      const { request, ref = '' } = await world.batchJob(0);
      const state = await world.provider.pollGeneration(request, ref);
      if (state.status !== 'succeeded') throw new Error(`The batch is ${state.status}.`);
      const outcomes = await Promise.allSettled(
        state.images.slice(0, BATCH_SIZE).map((image) => image.make()),
      );
      const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(errors.map(({ name }) => name)).toEqual(['UnusableImage']);
    });
  }
}

function callbacksOf(fixture: ProviderFixture): void {
  const it = testsOf(fixture);

  it('posts one callback to the URL of each job once it has ended', async (world) => {
    const { request } = await world.train();
    expect(world.callbacks.received.map(({ path, method }) => [method, path])).toEqual([
      ['POST', new URL(request.callbackUrl).pathname],
    ]);
    await world.plan();
    await world.made(0);
    const batch = await world.batchJob(0);
    expect(world.callbacks.received.map(({ path }) => path).slice(1)).toEqual([
      new URL(batch.request.callbackUrl).pathname,
    ]);
  });

  it('verifies the signature of a callback, where the provider signs', async (world) => {
    const { name } = world.provider;
    if (!isHosted(name)) return;
    world.standIn.misbehaveInCallbacks('unsigned');
    world.standIn.misbehaveInCallbacks('wrongly-signed');
    await world.train();
    const batches = (await world.plan()).slice(0, 2);
    for (const { batch } of batches) await world.made(batch);
    const verdicts: boolean[] = [];
    for (const { headers, body } of world.callbacks.received) {
      const lowerCase = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      const callback = { headers: Object.fromEntries(lowerCase), body: Buffer.from(body) };
      const key = async () => world.standIn.key;
      verdicts.push(await isSentBy(name, key, callback, world.context.clock.now()));
    }
    // Without a signature, the token in the URL vouches for every callback.
    const expected = [!signs(name), !signs(name), true];
    expect(verdicts).toEqual(expected.slice(0, batches.length + 1));
  });
}

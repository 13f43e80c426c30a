import { expect } from 'vitest';
import { type CallMisbehaviour, RETRY_AFTER_SECONDS } from '../../../../local/providers/stand-in.ts';
import type { ProviderFixture } from '../fixture.ts';
import { testsOf } from './with-world.ts';

/** Misbehaviours after which a call is repeated, or found to have been carried out. */
const PASSING: readonly CallMisbehaviour[] = [
  'busy',
  'busy-without-retry-after',
  'error',
  'gateway-timeout',
  'hangs',
  'truncated',
];
/** Those of which only the provider knows whether the call was carried out. */
const AMBIGUOUS: readonly CallMisbehaviour[] = ['gateway-timeout', 'hangs', 'truncated'];
const CREDITS = 10;

export function calls(fixture: ProviderFixture): void {
  const it = testsOf(fixture);

  for (const misbehaviour of PASSING) {
    it(`is paid for one training when the call that starts it is answered: ${misbehaviour}`, async (world) => {
      world.standIn.misbehaveInCalls('train', misbehaviour);
      const job = await world.train();
      expect(job).toMatchObject({ status: 'succeeded', ref: expect.any(String) });
      expect(world.standIn.billed()).toEqual({ training: 1, generation: 0 });
      expect(await world.credits()).toBe(CREDITS - 1);
    });

    it(`is paid for one batch when the call that starts it is answered: ${misbehaviour}`, async (world) => {
      await world.train();
      await world.plan();
      world.standIn.misbehaveInCalls('generate', misbehaviour);
      await world.made(0);
      expect(world.standIn.billed()).toEqual({ training: 1, generation: 1 });
    });

    it(`goes on polling when polls are answered: ${misbehaviour}`, async (world) => {
      world.standIn.misbehaveInCalls('poll', misbehaviour, 2);
      await world.madeFirstBatch();
      expect(world.standIn.billed()).toEqual({ training: 1, generation: 1 });
    });
  }

  for (const misbehaviour of AMBIGUOUS) {
    it(`is paid for one job each when even the look-ups after a lost response are answered: ${misbehaviour}`, async (world) => {
      const { standIn } = world;
      standIn.misbehaveInCalls('train', 'gateway-timeout');
      standIn.misbehaveInCalls('generate', 'truncated');
      standIn.misbehaveInCalls('look-up', misbehaviour);
      await world.madeFirstBatch();
      expect(standIn.billed()).toEqual({ training: 1, generation: 1 });
    });
  }

  it('looks for a job whose response was lost more than once, until the provider answers', async (world) => {
    const { standIn } = world;
    standIn.misbehaveInCalls('train', 'gateway-timeout');
    standIn.misbehaveInCalls('look-up', 'busy');
    standIn.misbehaveInCalls('look-up', 'error');
    await world.train();
    expect(standIn.billed().training).toBe(1);
  });

  const pause = fixture.namesNoPause ? 30 : RETRY_AFTER_SECONDS;
  it(`waits as long as the provider says, or for half a minute: ${pause} s`, async (world) => {
    world.standIn.misbehaveInCalls('train', 'busy');
    await world.beginTraining();
    expect(await world.trainingStep()).toMatchObject({
      status: 'running',
      pollSeconds: pause,
    });
  });

  it('waits for half a minute when the provider is busy without Retry-After', async (world) => {
    world.standIn.misbehaveInCalls('train', 'busy-without-retry-after');
    await world.beginTraining();
    expect(await world.trainingStep()).toMatchObject({ status: 'running', pollSeconds: 30 });
  });

  it('uses a rotated key at once, in the middle of a job', async (world) => {
    await world.beginTraining();
    await world.trainingStep();
    world.standIn.rotateKey();
    const { request, ref = '' } = await world.trainingJob();
    expect(await world.provider.pollTraining(request, ref)).toMatchObject({ status: 'running' });
    await world.untilDone(() => world.trainingStep());
    world.standIn.rotateKey();
    await world.plan();
    await world.made(0);
    expect(world.standIn.billed()).toEqual({ training: 1, generation: 1 });
  });

  it('fails for good, with the credit returned, when the provider refuses the request for a training', async (world) => {
    world.standIn.misbehaveInCalls('train', 'refused');
    await world.beginTraining();
    expect(await world.untilFailed(() => world.trainingStep())).toEqual({
      error: 'ProviderRefused',
      restart: false,
    });
    expect(await world.model()).toMatchObject({ status: 'failed', failureReason: 'photos-refused' });
    expect(await world.credits()).toBe(CREDITS);
    expect(world.standIn.billed()).toEqual({ training: 0, generation: 0 });
  });

  it('fails for good, with the credit returned, when the provider refuses the request for photos', async (world) => {
    await world.train();
    await world.plan();
    world.standIn.misbehaveInCalls('generate', 'refused');
    expect(await world.untilFailed(() => world.batchStep(0))).toEqual({
      error: 'ProviderRefused',
      restart: false,
    });
    expect(await world.model()).toMatchObject({ status: 'failed', failureReason: 'generation-failed' });
    expect(await world.credits()).toBe(CREDITS);
  });
}

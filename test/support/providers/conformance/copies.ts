import { expect } from 'vitest';
import type { Removal } from '../../../../shared/providers/provider.ts';
import type { ProviderFixture } from '../fixture.ts';
import type { ProviderWorld } from '../world.ts';
import { testsOf } from './with-world.ts';

export function copies(fixture: ProviderFixture): void {
  const it = testsOf(fixture);

  /** Removes everything, twice, and compares with what the stand-in keeps. */
  async function expectRemoved(world: ProviderWorld): Promise<void> {
    for (let time = 1; time <= 2; time++) {
      const removal = await world.removeAll();
      expect(statusesOf(fixture)).toContain(removal.status);
      if (removal.status === 'deleted') expect(world.standIn.kept()).toEqual([]);
    }
  }

  it('deletes everything that it keeps of a model, and finds nothing the second time', async (world) => {
    await world.madeFirstBatch();
    expect(world.standIn.kept()).not.toEqual([]);
    await expectRemoved(world);
  });

  it('deletes a training that still runs', async (world) => {
    await world.beginTraining();
    await world.trainingStep();
    expect(world.standIn.kept()).not.toEqual([]);
    await expectRemoved(world);
  });

  it('deletes jobs whose responses were lost', async (world) => {
    const { standIn } = world;
    await world.train();
    await world.plan();
    standIn.misbehaveInCalls('generate', 'truncated');
    await world.batchStep(0);
    expect((await world.batchJob(0)).ref).toBeUndefined();
    await expectRemoved(world);
  });

  it('deletes a training whose response was lost', async (world) => {
    world.standIn.misbehaveInCalls('train', 'gateway-timeout');
    await world.beginTraining();
    await world.trainingStep();
    expect((await world.trainingJob()).ref).toBeUndefined();
    await expectRemoved(world);
  });

  it('deletes the copies of all runs', async (world) => {
    await world.train();
    await world.plan();
    world.standIn.misbehaveInJobs('generation', 'lost');
    await world.untilFailed(() => world.batchStep(0));
    await world.restart();
    await world.madeFirstBatch();
    await expectRemoved(world);
  });

  for (const misbehaviour of ['busy', 'error', 'gateway-timeout', 'hangs'] as const) {
    it(`deletes everything in the end when deletions are answered: ${misbehaviour}`, async (world) => {
      await world.madeFirstBatch();
      world.standIn.misbehaveInCalls('delete', misbehaviour, 2);
      await expectRemoved(world);
    });
  }
}

/** The statuses with which a removal may end. */
function statusesOf({ retains }: ProviderFixture): Removal['status'][] {
  return retains ? ['deleted', 'retained'] : ['deleted'];
}

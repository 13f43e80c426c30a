import { describe, expect, test } from 'vitest';
import { describeForOperators, usageOfOrganization } from '../../../ops/usage.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { countPhotos } from '../../../shared/domain/flow/plan.ts';
import { planShots } from '../../../shared/domain/flow/shots.ts';
import { countRun, readJobs, usageWithRun } from '../../../shared/domain/flow/usage.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { finishGeneration, restartModel } from '../../../shared/domain/model/progress.ts';
import { withUsageOf } from '../../../shared/domain/model/usage.ts';
import { SECOND } from '../../../shared/platform/clock.ts';
import { type GenerationWorld, generationWorld } from '../../support/generation-world.ts';
import { linesOf } from '../../support/log-lines.ts';

type Run = Awaited<ReturnType<GenerationWorld['plannedRun']>>;

async function finish(world: GenerationWorld, run: Run) {
  const jobs = await readJobs(world.context, run);
  const photos = await countPhotos(world.context, run);
  return finishGeneration(world.context, run, photos, (model) => usageWithRun(model, jobs));
}

const TRAINED = { provider: 'astria', unit: 'tune', amount: 1, usd: 1.5, jobs: 1 };

describe('the usage of a model', () => {
  test('it is the training and every take of every batch, once, and is stored when the model is active', async () => {
    const world = await generationWorld();
    const run = await world.plannedRun();
    const stored = async () => (await readModel(world.context, run.organizationId, run.modelId)).usage;
    expect(await stored()).toEqual([TRAINED]);
    world.provider.fateOf = ({ key }, { number }) =>
      number === 7 && key.endsWith('generation-1') ? 'unusable' : 'usable';
    await world.finishBatches(run);
    const shown = await describeForOperators(world.context, run.organizationId, run.modelId);
    const images = { provider: 'astria', unit: 'image', amount: 41, usd: expect.closeTo(0.41), jobs: 11 };
    expect(shown).toMatchObject({ usd: expect.closeTo(1.91), usage: [TRAINED, images] });
    expect(shown.unusableImages).toEqual([
      { photoId: expect.stringContaining('pho_'), reason: 'The image of shot 7 is gone.' },
    ]);
    await finish(world, run);
    // A repeated step adds nothing.
    await finish(world, run);
    expect(await stored()).toEqual([TRAINED, images]);
    expect(await describeForOperators(world.context, run.organizationId, run.modelId)).toMatchObject({
      usage: [TRAINED, images],
    });
  });

  test('runs that failed count as well: in training, and with some photos', async () => {
    const world = await generationWorld();
    const first = await world.trainingRun();
    await world.train(first);
    await failRun(world.context, world.store, first, 1, 'ProviderFailed');
    await failRun(world.context, world.store, first, 1, 'ProviderFailed');
    await restartModel(world.context, first);
    const second = { ...first, run: 2 };
    await world.begin(second);
    await world.train(second);
    await world.plan(second);
    // Other seeds than those of the first run.
    const shots = planShots({ count: 4, perStyle: 4, choice: {}, key: `${first.modelId}-2` });
    expect((await world.jobsOf(second))[0]?.request.shots).toEqual(shots);
    await world.finishBatch(second, 0);
    await failRun(world.context, world.store, second, 1, 'ProviderFailed');
    const usage = [
      { provider: 'astria', unit: 'tune', amount: 2, usd: 3, jobs: 2 },
      { provider: 'astria', unit: 'image', amount: 4, usd: 0.04, jobs: 1 },
    ];
    expect(await readModel(world.context, first.organizationId, first.modelId)).toMatchObject({ usage });

    const other = await world.plannedRun();
    await world.finishBatches(other);
    await finish(world, other);
    expect(await usageOfOrganization(world.context, world.organizationId)).toMatchObject({
      providers: [
        {
          provider: 'astria',
          models: 2,
          usd: expect.closeTo(3 + 0.04 + 1.5 + 0.4),
          usage: [
            { unit: 'tune', amount: 3, jobs: 3 },
            { unit: 'image', amount: 44, jobs: 11 },
          ],
        },
      ],
    });
  });

  test('dollars and seconds are summed as far as they are known', () => {
    const job = (usage: object) => ({
      provider: 'http' as const,
      usage: { unit: 'job', amount: 1, ...usage },
    });
    expect(withUsageOf([], [job({ seconds: 5 }), job({ usd: 1 }), job({ usd: 2, seconds: 7 })])).toEqual([
      { provider: 'http', unit: 'job', amount: 3, jobs: 3, usd: 3, seconds: 12 },
    ]);
    expect(
      withUsageOf(undefined, [job({}), { provider: 'http' }, { ...job({}), provider: 'astria' }]),
    ).toEqual([
      { provider: 'http', unit: 'job', amount: 1, jobs: 1 },
      { provider: 'astria', unit: 'job', amount: 1, jobs: 1 },
    ]);
  });
});

test('seconds are counted per status over all runs, and told to operators with the cost', async () => {
  const world = await generationWorld();
  const run = await world.trainingRun();
  world.pass(100 * SECOND);
  const shown = () => describeForOperators(world.context, run.organizationId, run.modelId);
  expect(await shown()).toMatchObject({ status: 'pending', secondsIn: { waiting: 0, pending: 100 } });
  await failRun(world.context, world.store, run, 1, 'ProviderFailed');
  world.pass(1000 * SECOND);
  expect((await shown()).secondsIn).toEqual({ waiting: 0, pending: 100 });
  await restartModel(world.context, run);
  world.pass(10 * SECOND);
  const second = { ...run, run: 2 };
  await world.begin(second);
  world.pass(50 * SECOND);
  await world.train(second);
  await world.plan(second);
  world.pass(20 * SECOND);
  await world.finishBatches(second);
  const active = await finish(world, second);
  world.pass(1000 * SECOND);
  expect(active.secondsIn).toEqual({ waiting: 10, pending: 150, generatingHeadshots: 20 });
  expect((await shown()).secondsIn).toEqual(active.secondsIn);
  // A bill without a price is no cost.
  const unpriced = { provider: 'http', unit: 'job', amount: 1, jobs: 1 } as const;
  const usage = [...(active.usage ?? []), unpriced];
  const told = await linesOf(async () => countRun(world.context, { ...active, usage }));
  expect(told.map(({ Kind, ModelCost, TimeInStatus }) => [Kind, ModelCost ?? TimeInStatus])).toEqual([
    ['astria', expect.closeTo(1.9)],
    ['waiting', 10],
    ['pending', 150],
    ['generatingHeadshots', 20],
  ]);
});

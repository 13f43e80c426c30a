import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import { shareDone } from '../../../shared/domain/flow/estimate.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { countPhotos } from '../../../shared/domain/flow/plan.ts';
import { progressOf } from '../../../shared/domain/flow/run-progress.ts';
import { readTraining } from '../../../shared/domain/flow/training.ts';
import { readJobs } from '../../../shared/domain/flow/usage.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { finishGeneration, restartModel } from '../../../shared/domain/model/progress.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { ProviderFailed, UnusableImage } from '../../../shared/providers/errors.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type GenerationWorld, generationWorld, ImageProvider } from '../../support/generation-world.ts';

const takeOf = (key: string) => Number(/generation-\d+-(\d+)$/.exec(key)?.[1] ?? 1);

describe('takes of a batch', () => {
  let world: GenerationWorld;
  let run: RunInput;
  beforeEach(async () => {
    world = await generationWorld();
    run = await world.plannedRun();
  });
  const share = async () => {
    const [job] = await world.jobsOf(run);
    return job ? shareDone(job, world.context.clock.now()) : 0;
  };
  /** Has a shot end as an unusable image in its first take. */
  const spoil = (shot: number) => {
    world.provider.fateOf = ({ key }, { number }) =>
      number === shot && takeOf(key) === 1 ? 'unusable' : 'usable';
  };

  test('only the shot of an unusable image is requested again, with its own key, another seed and the same style, and the other photos are stored at once', async () => {
    spoil(13);
    expect(await world.step(run, 3)).toMatchObject({ status: 'running' });
    const stored = (await world.photosOf(run)).map(({ id }) => id).sort();
    expect(stored).toHaveLength(3);
    expect([...(await world.storedObjects(run)).keys()].sort()).toEqual(stored);
    const [before] = (await world.jobsOf(run)).filter(({ request }) => request.batch === 3);
    expect(before).toMatchObject({ status: 'planned', take: 2, request: { shots: [{ number: 13 }] } });
    expect(world.provider.requests).toHaveLength(1);

    await world.finishBatch(run, 3);
    const [first, second] = world.provider.requests;
    const key = `${run.modelId}-1-generation-3`;
    expect([first?.key, second?.key]).toEqual([key, `${key}-2`]);
    const former = first?.shots.find(({ number }) => number === 13);
    expect(second?.shots).toEqual([{ ...former, seed: expect.any(Number) }]);
    expect(second?.shots[0]?.seed).not.toBe(former?.seed);
    expect(await world.photosOf(run)).toHaveLength(4);

    await world.finishBatches(run);
    expect(await countPhotos(world.context, run)).toBe(40);
    expect(world.provider.requests).toHaveLength(11);
  });

  test('a take that is requested and ends in one step is recorded with its reference and its estimate', async () => {
    spoil(0);
    await world.finishBatch(run, 0);
    const jobs = await readJobs(world.context, run);
    const key = `${run.modelId}-1-generation-0`;
    const former = jobs.find(({ request }) => request.key === key);
    expect(former).toMatchObject({ status: 'succeeded', ref: key, estimate: { done: 0 } });
    expect(former).not.toHaveProperty('requestedAt');
  });

  test('the estimate of a later take begins with that take', async () => {
    const next = `${run.modelId}-1-generation-0-2`;
    spoil(0);
    await world.step(run, 0);
    world.pass(100 * SECOND);
    world.provider.endless.add(next);
    world.provider.secondsLeft = 600;
    await world.step(run, 0);
    const [job] = await world.jobsOf(run);
    expect(job).toMatchObject({ take: 2, estimate: { since: world.context.clock.now() } });
  });

  test('the progress of a batch does not run backwards when shots are taken again', async () => {
    const first = `${run.modelId}-1-generation-0`;
    world.provider.endless.add(first).add(`${first}-2`);
    world.provider.fateOf = (_, { number }) => (number === 0 ? 'unusable' : 'usable');
    await world.step(run, 0);
    world.pass(100 * SECOND);
    const before = await share();
    expect(before).toBeGreaterThan(0.4);
    world.provider.endless.delete(first);
    await world.step(run, 0);
    expect(await share()).toBe(before);
    await world.step(run, 0);
    expect(await share()).toBe(before);
    world.pass(10 * SECOND);
    expect(await share()).toBeGreaterThan(before);
    expect(await share()).toBeLessThan(1);
  });

  test('the time that is left is what the provider told last, and progress does not run backwards when that is longer', async () => {
    for (let batch = 1; batch < 10; batch++) await world.finishBatch(run, batch);
    world.provider.endless.add(`${run.modelId}-1-generation-0`);
    world.provider.secondsLeft = 100;
    await world.step(run, 0);
    world.pass(50 * SECOND);
    const model = await readModel(world.context, run.organizationId, run.modelId);
    const left = async () => (await progressOf(world.context, model))?.secondsLeft;
    const before = await share();
    expect(await left()).toBe(50);
    world.provider.secondsLeft = 1000;
    await world.step(run, 0);
    expect(await share()).toBe(before);
    expect(await left()).toBe(1000);
  });

  test('a training that has ended makes no more progress', async () => {
    const [job, now] = [await readTraining(world.context, run), world.context.clock.now()];
    expect(job).toMatchObject({ status: 'succeeded', estimate: { at: now } });
    expect(job && shareDone(job, now + MINUTE)).toBe(job && shareDone(job, now));
  });

  test('a batch ends with fewer photos after three takes, and the model becomes active with what is stored', async () => {
    world.provider.fateOf = (_, { number }) => (number % 4 === 0 ? 'unusable' : 'usable');
    await world.finishBatches(run);
    expect(world.provider.requests.map(({ key }) => takeOf(key)).sort()).toEqual(
      [1, 2, 3].flatMap((take) => Array(10).fill(take)),
    );
    expect(await countPhotos(world.context, run)).toBe(30);
    const generated = await readModel(world.context, run.organizationId, run.modelId);
    expect(await progressOf(world.context, generated)).toEqual({ percent: 99, secondsLeft: 0 });
    await finishGeneration(world.context, run, await countPhotos(world.context, run));
    const model = await readModel(world.context, run.organizationId, run.modelId);
    expect(model).toMatchObject({ status: 'active', photoCount: 30, availableCount: 30 });
    expect((await world.storedObjects(run)).size).toBe(30);
  });

  test('a run that would have fewer than 30 photos fails with generation-failed, and its photos are removed', async () => {
    world.provider.fateOf = (_, { number }) => (number % 4 === 0 || number === 39 ? 'unusable' : 'usable');
    for (let batch = 0; batch < 9; batch++) await world.finishBatch(run, batch);
    await expect(world.finishBatch(run, 9)).rejects.toThrow(ProviderFailed);
    // A repeated step ends in the same way.
    await expect(world.step(run, 9)).rejects.toThrow('Only 29 of 40');
    await failRun(world.context, world.store, run, 1, 'ProviderFailed');
    expect(await world.photosOf(run)).toEqual([]);
    expect(world.store.objects.size).toBe(0);
  });

  test('an image that is the same as another of the run is made again, also when it is in another batch', async () => {
    world.provider.fateOf = ({ key }, { number }) =>
      [1, 2, 30].includes(number) && takeOf(key) === 1 ? 'duplicate' : 'usable';
    await world.finishBatches(run);
    expect(await countPhotos(world.context, run)).toBe(40);
    expect(world.provider.requests.filter(({ key }) => takeOf(key) > 1).map(({ shots }) => shots)).toEqual([
      [expect.objectContaining({ number: 2 })],
      [expect.objectContaining({ number: 30 })],
    ]);
    expect((await world.storedObjects(run)).size).toBe(40);
  });

  test('two batches that are stored at the same time do not both keep the same image', async () => {
    world.provider.fateOf = ({ key }, { number }) =>
      [0, 20].includes(number) && takeOf(key) === 1 ? 'duplicate' : 'usable';
    world.table.beforeCommit = async () => void (await world.step(run, 5));
    expect(await world.step(run, 0)).toMatchObject({ status: 'running' });
    const [, second] = await Promise.all([world.finishBatch(run, 5), world.finishBatch(run, 0)]);
    expect(second).toBe(1);
    expect(world.provider.requests.filter(({ key }) => takeOf(key) > 1).map(({ shots }) => shots)).toEqual([
      [expect.objectContaining({ number: 0 })],
    ]);
    expect(await world.photosOf(run)).toHaveLength(8);
    expect((await world.storedObjects(run)).size).toBe(8);
  });

  test('a step that ends after a concurrent one has begun the next take changes nothing', async () => {
    const next = `${run.modelId}-1-generation-0-2`;
    world.provider.endless.add(next);
    // The delayed step has got the image that the other one has not.
    let fetched = 0;
    world.provider.fateOf = (_, { number }) => (number === 0 && ++fetched > 1 ? 'unusable' : 'usable');
    world.table.beforeCommit = async () => {
      await world.step(run, 0);
      await world.step(run, 0);
    };
    expect(await world.step(run, 0)).toMatchObject({ status: 'running' });
    const job = (await world.jobsOf(run)).find(({ request }) => request.batch === 0);
    expect(job).toMatchObject({ status: 'running', take: 2, ref: next, request: { key: next } });
    const photos = (await world.photosOf(run)).map(({ id }) => id).sort();
    expect(photos).toHaveLength(3);
    expect([...(await world.storedObjects(run)).keys()].sort()).toEqual(photos);
  });

  test('a delayed step neither requests the next take nor takes it for its own', async () => {
    const { provider, table } = world;
    provider.fateOf = (_, { number }) => (number % 4 === 0 ? 'unusable' : 'usable');
    const jobOf = async (batch: number) =>
      (await world.jobsOf(run)).find(({ request }) => request.batch === batch);
    // A concurrent step ends the take before the delayed one notes its request.
    vi.spyOn(table, 'write').mockImplementationOnce(async (note) => {
      await world.step(run, 0);
      return table.write(note);
    });
    expect(await world.step(run, 0)).toMatchObject({ status: 'running' });
    expect(provider.requests).toHaveLength(1);
    expect(await jobOf(0)).not.toHaveProperty('requestedAt');

    // Or it finds the job, and ends the take, before the delayed one has its answer.
    const answer = provider.generate.bind(provider);
    vi.spyOn(provider, 'generate').mockImplementationOnce(async (request) => {
      const ref = await answer(request);
      world.pass(MINUTE);
      await world.step(run, 1);
      return ref;
    });
    await expect(world.step(run, 1)).rejects.toThrow('has ended meanwhile');
    expect(await jobOf(1)).toMatchObject({ take: 2, status: 'planned' });
    expect(await jobOf(1)).not.toHaveProperty('ref');
  });

  test.each([
    [
      'is deleted',
      ({ context }, { organizationId, modelId }) => deleteModel(context, organizationId, modelId),
    ],
    [
      'is on its next run',
      async (world, run) => {
        await failRun(world.context, world.store, run, 1, 'ProviderFailed');
        await restartModel(world.context, run);
        const next = { ...run, run: 2 };
        await world.begin(next);
        await world.train(next);
        await world.plan(next);
      },
    ],
  ] satisfies [string, (world: GenerationWorld, run: RunInput) => Promise<unknown>][])(
    'no photo and no object stays of a step whose model %s before they are recorded',
    async (_, end) => {
      // The step may also fail by itself, such as by an image that the clean-up has removed.
      for (const failure of [undefined, new Error('failed')]) {
        const world = await generationWorld();
        const run = await world.plannedRun();
        world.table.beforeCommit = async () => {
          await end(world, run);
          if (failure) throw failure;
        };
        await expect(world.step(run, 0)).rejects.toMatchObject({ name: 'ModelGone' });
        expect(await world.photosOf(run)).toEqual([]);
        expect(world.store.objects.size).toBe(0);
        const asked = world.provider.requests.length;
        await expect(world.step(run, 1)).rejects.toMatchObject({ name: 'ModelGone' });
        expect(world.provider.requests).toHaveLength(asked);
      }
    },
  );

  test('a run that lacks one of its photos does not end, and a photo of another run is none of them', async () => {
    await world.finishBatches(run);
    const [photo] = await world.photosOf(run);
    const key = keys.photo(run.organizationId, run.modelId, photo?.id ?? '');
    await world.table.write(update(key, { set: { run: 2 } }));
    await expect(countPhotos(world.context, run)).rejects.toThrow('has 39 of 40 photos');
  });

  test('a later take that fails at the provider leaves the photos of the former takes', async () => {
    spoil(0);
    world.provider.failing.add(`${run.modelId}-1-generation-0-2`);
    await world.finishBatches(run);
    expect(world.provider.requests.slice(0, 3).map(({ key }) => takeOf(key))).toEqual([1, 2, 3]);
    expect(await countPhotos(world.context, run)).toBe(40);
  });

  test('a first take that fails at the provider fails the run', async () => {
    world.provider.failing.add(`${run.modelId}-1-generation-0`);
    await expect(world.step(run, 0)).rejects.toThrow(ProviderFailed);
  });

  test('a provider that is not hosted is not asked again: its images may be alike, and an error ends the step', async () => {
    world = await generationWorld(new ImageProvider('development'));
    run = await world.plannedRun();
    world.provider.fateOf = () => 'duplicate';
    await world.finishBatches(run);
    expect(await countPhotos(world.context, run)).toBe(40);
    expect(world.provider.requests).toHaveLength(10);

    const other = await world.plannedRun();
    world.provider.fateOf = () => 'unusable';
    await expect(world.step(other, 0)).rejects.toThrow(UnusableImage);
  });

  test('a retouched photo is told by its backdrop, and not by the clothes of a style', async () => {
    world = await generationWorld(new ImageProvider('studio'));
    run = await world.plannedRun();
    await world.finishBatch(run, 0);
    const photos = await world.photosOf(run);
    expect(new Set(photos.map(({ backdrop }) => backdrop)).size).toBe(4);
    const [photo] = photos;
    expect(photo).toMatchObject({ madeBy: 'retouched', backdrop: expect.any(String) });
    expect(photo).not.toHaveProperty('outfit');
  });

  test('SageMaker makes all photos by one job, in as many styles as others', async () => {
    world = await generationWorld(new ImageProvider('sagemaker'));
    const [job, ...others] = await world.jobsOf(await world.plannedRun());
    const styles = new Set(job?.request.shots.map(({ style }) => JSON.stringify(style)));
    expect([others, styles.size]).toEqual([[], 10]);
  });
});

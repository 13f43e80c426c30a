import { expect, test } from 'vitest';
import { trainingKey } from '../../../shared/domain/flow/job-key.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { ProviderBusy, ProviderUnavailable } from '../../../shared/providers/errors.ts';
import type { PhotoFault, TrainingRequest } from '../../../shared/providers/provider.ts';
import { collections, type Key } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { generationWorld, ImageProvider } from '../../support/generation-world.ts';

/** A provider that inspects uploads, and keeps what it was asked for. */
class InspectingProvider extends ImageProvider {
  readonly inspected: string[] = [];
  readonly trained: TrainingRequest[] = [];
  /** The errors of the next inspections, and of the next trainings. */
  readonly silent: Error[] = [];
  readonly busy: Error[] = [];
  /** Runs during each inspection. */
  meanwhile: () => unknown = () => {};

  async inspect(_: TrainingRequest, uploadId: string): Promise<PhotoFault | undefined> {
    const error = this.silent.shift();
    if (error) throw error;
    this.inspected.push(uploadId);
    await this.meanwhile();
    return undefined;
  }

  override async train(request: TrainingRequest): Promise<string> {
    this.trained.push(request);
    const error = this.busy.shift();
    if (error) throw error;
    return request.key;
  }
}

async function begunTraining(uploadCount?: number) {
  const provider = new InspectingProvider();
  const world = await generationWorld(provider);
  const run = await world.trainingRun({}, uploadCount);
  const uploads = await world.table.all<Key & { id: string }>(
    collections.uploads(run.organizationId, run.modelId),
  );
  return { world, provider, run, uploads };
}

test('a refused upload is neither inspected nor trained', async () => {
  const { world, provider, run, uploads } = await begunTraining();
  const [refused, ...accepted] = uploads;
  if (refused) await world.table.write(update(refused, { set: { status: 'refused' } }));
  await expect(world.train(run)).rejects.toThrow('3 uploads are fit for a training, and 4 are needed.');
  expect(provider.inspected).toEqual(accepted.map(({ id }) => id));
});

test('each upload is inspected once, also when the step is repeated since the provider was busy', async () => {
  const { world, provider, run, uploads } = await begunTraining();
  provider.busy.push(new ProviderBusy('Busy', 1));
  expect(await world.train(run)).toMatchObject({ status: 'running' });
  expect(await world.train(run)).toMatchObject({ status: 'succeeded' });
  expect(provider.inspected).toEqual(uploads.map(({ id }) => id));
});

test('a step begins no inspection after 20 seconds, and the next one goes on with the uploads that are left', async () => {
  const { world, provider, run, uploads } = await begunTraining(5);
  const ids = uploads.map(({ id }) => id);
  // Four are inspected at the same time.
  provider.meanwhile = () => world.pass(5 * SECOND);
  expect(await world.train(run)).toMatchObject({ status: 'running', pollSeconds: 1 });
  expect(provider.inspected).toEqual(ids.slice(0, 4));
  expect(await world.train(run)).toMatchObject({ status: 'succeeded' });
  expect(provider.inspected).toEqual(ids);
});

test('a training begins after a quarter of an hour without the inspections that are not made', async () => {
  const { world, provider, run } = await begunTraining();
  provider.silent.push(...Array.from({ length: 100 }, () => new ProviderUnavailable('No answer.')));
  expect(await world.train(run)).toMatchObject({ status: 'running' });
  world.pass(15 * MINUTE);
  expect(await world.train(run)).toMatchObject({ status: 'running' });
  world.pass(1);
  expect(await world.train(run)).toMatchObject({ status: 'succeeded' });
});

test.each(['an inspection', 'its end'])('a model that is deleted during %s leaves no job', async (moment) => {
  const { world, provider, run } = await begunTraining();
  const deleted = () => world.table.removeAll([trainingKey(run)]);
  if (moment === 'an inspection') provider.meanwhile = deleted;
  else {
    provider.busy.push(new ProviderBusy('Busy', 1));
    await world.train(run);
    world.table.beforeCommit = deleted;
  }
  await expect(world.train(run)).rejects.toThrow('removed with its model');
  expect(await world.trainingOf(run)).toBeUndefined();
});

test('of two steps that plan a training at the same time, the plan that was stored first stands', async () => {
  const { world, provider, run } = await begunTraining();
  world.table.beforeCommit = async () => void (await world.train(run));
  await world.train(run);
  const stored = await world.trainingOf(run);
  expect(provider.trained.map(({ callbackUrl }) => callbackUrl)).toEqual([stored?.request.callbackUrl]);
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import { BACKDROP_NAMES } from '../../../shared/contract/styles.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { countPhotos } from '../../../shared/domain/flow/plan.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { showListedPhoto } from '../../../shared/domain/photo/photo.ts';
import { LinkSigner } from '../../../shared/links/links.ts';
import { LikenessTooLow, ProviderFailed } from '../../../shared/providers/errors.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { holdsEmbedding } from '../../support/fake-faces.ts';
import { type GenerationWorld, generationWorld, ImageProvider } from '../../support/generation-world.ts';
import { linesOf } from '../../support/log-lines.ts';

let world: GenerationWorld;
let run: RunInput;
beforeEach(async () => {
  world = await generationWorld();
  run = await world.plannedRun();
});

const isFirstTake = (key: string) => !/generation-\d+-\d+$/.test(key);

test('a photo is shown with the upload of which the provider made it', async () => {
  await world.finishBatch(run, 0);
  const key = { accessKeyId: 'AKIA1', secretAccessKey: 'secret', createdAt: '' };
  const signer = await LinkSigner.create(key, 'eu-central-1', new URL('https://images.test'), 0);
  const shown = (await world.photosOf(run)).map((photo) => showListedPhoto(signer, photo, 'main'));
  const uploads = shown.map(({ uploadId }) => uploadId);
  expect(uploads.sort()).toEqual(['upl_of_0', 'upl_of_1', 'upl_of_2', 'upl_of_3']);
});

test('a photo has the style of its shot, also when it was made again', async () => {
  const [job] = await world.jobsOf(run);
  if (!job) throw new Error('The run has no batch.');
  const shots = job.request.shots.map((shot, at) => {
    const backdrop = BACKDROP_NAMES[at] ?? 'office';
    return { ...shot, style: { ...shot.style, backdrop } };
  });
  const key = keys.generationJob(run.organizationId, run.modelId, run.run, 0);
  await world.context.table.commit([put({ ...key, ...job, request: { ...job.request, shots } })]);
  const planned = shots.map(({ style: { backdrop, outfit } }) => ({ backdrop, outfit }));
  world.provider.fateOf = ({ key }, { number }) => (number === 1 && isFirstTake(key) ? 'unusable' : 'usable');
  await world.finishBatch(run, 0);
  const photos = await world.photosOf(run);
  const style = (number: number) => {
    const { backdrop, outfit } = photos.find(({ uploadId }) => uploadId === `upl_of_${number}`) ?? {};
    return { backdrop, outfit };
  };
  expect([0, 1, 2, 3].map(style)).toEqual(planned);
});

describe('the likeness of photos', () => {
  test('is stored with each of them, and one that is unlike the person is made again', async () => {
    world.provider.fateOf = ({ key }, { number }) =>
      [5, 30].includes(number) && isFirstTake(key) ? 'unlike' : 'usable';
    await world.finishBatches(run);
    expect(await countPhotos(world.context, run)).toBe(40);
    expect(world.provider.requests).toHaveLength(12);
    expect((await world.photosOf(run)).map(({ likeness }) => likeness)).toEqual(Array(40).fill(1));
    expect((await world.storedObjects(run)).size).toBe(40);
  });

  test('is enough at the limit of 0.5, and not below it', async () => {
    const world = await generationWorld();
    const { provider } = world;
    const run = await world.plannedRun();
    provider.fateOf = ({ key }, { number }) => (number === 1 && isFirstTake(key) ? 'unlike' : 'usable');
    world.faces.embed = async (image) => {
      const isUpload = Buffer.from(image).toString().startsWith('uploads/');
      return Float32Array.of(isUpload ? 0 : provider.unlike.has(image) ? 0.61 : 0.6);
    };
    await world.finishBatch(run, 0);
    expect(provider.requests.map(({ shots }) => shots.length)).toEqual([4, 1]);
    expect((await world.photosOf(run)).map(({ likeness }) => likeness)).toEqual(Array(4).fill(0.5));
  });

  test('is absent where a face is not certain, and such photos are kept', async () => {
    world.provider.fateOf = () => 'faceless';
    await world.finishBatch(run, 0);
    expect((await world.photosOf(run)).map(({ likeness }) => likeness)).toEqual(Array(4).fill(undefined));
  });

  test('that stays too low ends the model at its first run, with a reason of its own and the credit back', async () => {
    const { organizationId, modelId } = run;
    const credits = async () => (await readBalance(world.context, organizationId)).credits;
    const before = await credits();
    world.provider.fateOf = () => 'unlike';
    await world.finishBatch(run, 0);
    await world.finishBatch(run, 1);
    await expect(world.finishBatch(run, 2)).rejects.toThrow(LikenessTooLow);
    const { restart } = await failRun(world.context, world.store, run, 1, 'LikenessTooLow');
    expect(restart).toBe(false);
    const model = await readModel(world.context, organizationId, modelId);
    expect(model).toMatchObject({ status: 'failed', failureReason: 'likeness-too-low' });
    expect(await credits()).toBe(before + 1);
    expect(await world.photosOf(run)).toEqual([]);
    expect(world.store.objects.size).toBe(0);
  });

  test('is not the reason of a run in which more shots were given up for other faults', async () => {
    world.provider.fateOf = (_, { number }) => (number % 4 === 0 ? 'unlike' : 'unusable');
    await world.finishBatch(run, 0);
    await world.finishBatch(run, 1);
    await expect(world.finishBatch(run, 2)).rejects.toThrow(ProviderFailed);
  });

  test('of retouched uploads is told, and refuses none', async () => {
    world = await generationWorld(new ImageProvider('studio'));
    run = await world.plannedRun();
    world.provider.fateOf = () => 'unlike';
    await world.finishBatch(run, 0);
    expect((await world.photosOf(run)).map(({ likeness }) => likeness)).toEqual(Array(4).fill(0));
  });

  test('is not measured for development models, of whose uploads nothing is made', async () => {
    world = await generationWorld(new ImageProvider('development'));
    run = await world.plannedRun();
    await world.finishBatch(run, 0);
    expect((await world.photosOf(run)).map(({ likeness }) => likeness)).toEqual(Array(4).fill(undefined));
  });
});

test('a run writes no number of an embedding to the table, the bucket or the log', async () => {
  const spies = [
    vi.spyOn(world.table, 'commit'),
    vi.spyOn(world.table, 'write'),
    vi.spyOn(world.store, 'write'),
  ];
  world.provider.fateOf = (_, { number }) => (number === 5 ? 'unlike' : 'usable');
  const logged = await linesOf(() => world.finishBatches(run));
  const written = [...spies.flatMap(({ mock }) => mock.calls.flat()), ...logged];
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter(holdsEmbedding)).toEqual([]);
});

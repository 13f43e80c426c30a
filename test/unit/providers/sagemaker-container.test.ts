import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Container, ContainerResult, Files } from '../../../local/providers/sagemaker/container.ts';
import { ProviderFailed, ProviderRefused } from '../../../shared/providers/errors.ts';
import { sagemakerWith } from '../../support/providers/sagemaker.ts';
import { type ProviderWorld, providerWorld } from '../../support/providers/world.ts';

// The demo runs the stand-in's jobs in processes of the trainer. Here they end when the test says so.

interface Run {
  input: Files;
  isStopped: boolean;
  end: (result: Partial<ContainerResult>) => void;
}

class HeldContainer implements Container {
  readonly base: Files = filesOf('manifest.json', 'vae/config.json');
  readonly runs: Run[] = [];

  run(_name: string, input: Files) {
    const { promise, resolve } = Promise.withResolvers<ContainerResult>();
    const end = (result: Partial<ContainerResult>) =>
      resolve({ model: new Map(), checkpoints: new Map(), ...result });
    const run: Run = { input, isStopped: false, end };
    this.runs.push(run);
    return {
      ended: promise,
      stop: () => {
        run.isStopped = true;
      },
    };
  }

  async close(): Promise<void> {}
}

let container: HeldContainer;
let world: ProviderWorld;
beforeEach(async () => {
  container = new HeldContainer();
  world = await providerWorld(sagemakerWith({ container }));
});
afterEach(() => world.stop());

function filesOf(...names: string[]): Files {
  return new Map(names.map((name) => [name, Buffer.from(name)]));
}

function textOf(files: Files, path: string): string {
  return Buffer.from(files.get(path) ?? '').toString();
}

/** The last job that has started. */
function lastRun(): Run {
  const run = container.runs.at(-1);
  if (!run) throw new Error('The container has not run.');
  return run;
}

async function startTraining(): Promise<Run> {
  await world.beginTraining();
  await world.trainingStep();
  return lastRun();
}

/** The first job of photos, after a training that has left an adapter. */
async function startGeneration(): Promise<Run> {
  const { end } = await startTraining();
  end({ model: filesOf('adapter.safetensors', 'training.json') });
  await world.untilDone(() => world.trainingStep());
  await world.plan();
  await world.batchStep(0);
  return lastRun();
}

interface Size {
  width: number;
  height: number;
}

const SIZE: Size = { width: 1024, height: 1280 };

async function plainJpeg(size: Size): Promise<Uint8Array> {
  return sharp({ create: { ...size, channels: 3, background: '#555' } })
    .jpeg()
    .toBuffer();
}

/** A photo of one colour for each shot of a job. */
async function photosOf({ input }: Run): Promise<Files> {
  const job: { shots: { number: number }[] } = JSON.parse(textOf(input, 'job/job.json'));
  const photo = await plainJpeg(SIZE);
  return new Map(job.shots.map(({ number }) => [`${number}.jpg`, photo]));
}

it('a training gets the files of its channels, runs until its container ends, and leaves what that has left', async () => {
  const { input, end } = await startTraining();
  const images = [1, 2, 3, 4].map((number) => `images/${number}.jpg`);
  expect([...input.keys()]).toEqual([
    'base/manifest.json',
    'base/vae/config.json',
    'job/job.json',
    ...images,
  ]);
  world.pass(3600);
  expect(await world.trainingStep()).toMatchObject({ status: 'running' });
  end({ model: filesOf('adapter.safetensors', 'training.json'), checkpoints: filesOf('step-000040.pt') });
  await world.untilDone(() => world.trainingStep());
  expect(world.standIn.kept().filter((key) => /\/training\/(result|checkpoints)\//.test(key))).toEqual([
    expect.stringMatching(/\/checkpoints\/step-000040\.pt$/),
    expect.stringMatching(/\/result\/[^/]+-training\/output\/model\/adapter\.safetensors$/),
    expect.stringMatching(/\/result\/[^/]+-training\/output\/model\/training\.json$/),
  ]);
});

it('a generation gets the adapter of the training, and drawn photos take the places of its own', async () => {
  const run = await startGeneration();
  expect(textOf(run.input, 'adapter/adapter.safetensors')).toBe('adapter.safetensors');
  run.end({ model: await photosOf(run) });
  await world.made(0);
  const { request, ref = '' } = await world.batchJob(0);
  const state = await world.provider.pollGeneration(request, ref);
  if (state.status !== 'succeeded') throw new Error(`The job is ${state.status}.`);
  // Its own photo, of one colour, would be refused.
  await state.images[0]?.make();
  expect(state.images).toHaveLength(40);
});

it.each([
  ['is missing', undefined, 'no image'],
  ['is no image', Buffer.from('noise'), 'no image'],
  ['has another size', plainJpeg({ width: 512, height: 640 }), 'jpeg of 512 × 640'],
])('a generation has failed when one of its photos %s', async (_, photo, made) => {
  const run = await startGeneration();
  const model = new Map(await photosOf(run));
  const spoilt = await photo;
  if (spoilt) model.set('3.jpg', spoilt);
  else model.delete('3.jpg');
  run.end({ model });
  await expect(world.made(0)).rejects.toThrow(`left ${made} as 3.jpg instead of a jpeg of 1024 × 1280`);
});

it('a container that fails ends the run, and the model when it has refused the photos', async () => {
  const failed = await startTraining();
  failed.end({ failure: 'AlgorithmError: failed: The job has no text trigger., exit code: 1' });
  expect((await world.untilFailed(() => world.trainingStep())).error).toBe(ProviderFailed.name);
  await world.restart();
  const refused = await startTraining();
  refused.end({ failure: 'AlgorithmError: refused: There are 1 images., exit code: 65' });
  expect((await world.untilFailed(() => world.trainingStep())).error).toBe(ProviderRefused.name);
});

it('a job that is to stop is stopping until its container has ended, and leaves its checkpoint', async () => {
  const run = await startTraining();
  const remove = async () => world.provider.remove?.(await world.copies());
  await remove();
  expect(run.isStopped).toBe(true);
  world.pass(3600);
  expect(await remove()).toMatchObject({ status: 'pending' });
  run.end({ failure: 'AlgorithmError: , exit code: 143', checkpoints: filesOf('step-000020.pt') });
  await vi.waitFor(() =>
    expect(world.standIn.kept()).toContainEqual(expect.stringMatching(/step-000020\.pt$/)),
  );
  expect(await world.removeAll()).toEqual({ status: 'deleted' });
  expect(world.standIn.kept()).toEqual([]);
});

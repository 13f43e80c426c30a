import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunInput } from '../../shared/contract/run.ts';
import { failRun } from '../../shared/domain/flow/failure.ts';
import { countPhotos, HEADSHOTS_MIN } from '../../shared/domain/flow/plan.ts';
import { ProviderFailed } from '../../shared/providers/errors.ts';
import { Crash, type Fate, type GenerationWorld, generationWorld } from '../support/generation-world.ts';

const SEEDS = 60;

// Each unusable image is logged.
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => vi.restoreAllMocks());

/** Numbers in [0, 1) that follow from a seed. https://en.wikipedia.org/wiki/Xorshift */
function numbersFrom(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Steps of a batch, each stopped at a random write or made twice at the same time, until one reports its end. */
async function finishBatch(world: GenerationWorld, run: RunInput, batch: number, random: () => number) {
  for (let steps = 0; steps < 200; steps++) {
    world.pass(61_000);
    world.interruptions.left = random() < 0.4 ? Math.floor(random() * 40) : undefined;
    const both = random() < 0.2 ? [world.step(run, batch), world.step(run, batch)] : [world.step(run, batch)];
    const results = await Promise.allSettled(both);
    world.interruptions.left = undefined;
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    const failed = errors.find((error) => !(error instanceof Crash));
    if (failed) throw failed;
    // The flow takes the last result, and repeats a step that was stopped.
    if (
      errors.length === 0 &&
      results.every((r) => r.status === 'fulfilled' && r.value.status === 'succeeded')
    )
      return;
  }
  throw new Error(`Batch ${batch} does not end.`);
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'seed %i: whatever images are unusable and wherever a step is stopped, photos, objects and requests agree',
  { timeout: 60_000 },
  async (seed) => {
    const random = numbersFrom(seed);
    const world = await generationWorld();
    const run = await world.plannedRun();
    const badShare = random() * 0.3;
    // An image can also be gone when it is fetched again.
    world.provider.fateOf = (): Fate => {
      if (random() >= badShare) return 'usable';
      return random() < 0.3 ? 'duplicate' : 'unusable';
    };
    let failed: unknown;
    try {
      const batches = Array.from({ length: 10 }, (_, batch) => batch);
      for (let at = 0; at < 10; at += 2) {
        await Promise.all(batches.slice(at, at + 2).map((batch) => finishBatch(world, run, batch, random)));
      }
    } catch (error) {
      failed = error;
    }

    const keys = world.provider.requests.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { shots } of world.provider.requests) expect(shots.length).toBeGreaterThan(0);
    if (failed) {
      expect(failed).toBeInstanceOf(ProviderFailed);
      await failRun(world.context, world.store, run, 1, 'ProviderFailed');
      expect(await world.photosOf(run)).toEqual([]);
      expect([...world.store.objects]).toEqual([]);
      return;
    }
    const photos = await world.photosOf(run);
    const objects = await world.storedObjects(run);
    expect(await countPhotos(world.context, run)).toBe(photos.length);
    expect(photos.length).toBeGreaterThanOrEqual(HEADSHOTS_MIN);
    expect([...objects.keys()].sort()).toEqual(photos.map(({ id }) => id).sort());
    const { fingerprints = {} } = (await world.trainingOf(run))?.judged ?? {};
    expect(Object.keys(fingerprints).sort()).toEqual(photos.map(({ id }) => id).sort());
    expect(new Set(Object.values(fingerprints)).size).toBe(photos.length);
    expect([...objects.values()].every((sizes) => sizes.length === 3)).toBe(true);
    const asked = world.provider.requests.flatMap(({ shots }) => shots.map(({ number }) => number));
    for (const number of asked) expect(asked.filter((each) => each === number).length).toBeLessThanOrEqual(3);
  },
);

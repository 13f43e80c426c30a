import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { batchSizeOf } from '../../../../shared/domain/flow/plan.ts';
import { IMAGE_SIZES, type ImageSize } from '../../../../shared/images/image-sizes.ts';
import { photoKeys, photosPrefix } from '../../../../shared/images/keys.ts';
import type { ProviderFixture } from '../fixture.ts';
import type { ProviderWorld } from '../world.ts';
import { testsOf } from './with-world.ts';

const SIZES = Object.keys(IMAGE_SIZES) as ImageSize[];

/** The photos of the first batch, by their keys in the bucket. */
function storedPhotos({ store, run }: ProviderWorld): Map<string, Uint8Array> {
  return new Map([...store.objects].filter(([key]) => key.startsWith(photosPrefix(run))));
}

export function photos(fixture: ProviderFixture): void {
  const it = testsOf(fixture);
  const size = batchSizeOf(fixture.name);

  it('trains a model and makes the photos of a batch, in three sizes and without metadata', async (world) => {
    const { photoIds, status } = await world.makeFirstBatch();
    expect(status).toBe('succeeded');
    expect(photoIds).toHaveLength(size);
    const stored = storedPhotos(world);
    expect([...stored.keys()].sort()).toEqual(photoIds.flatMap((id) => photoKeys(world.run, id)).sort());
    for (const [key, bytes] of stored) {
      const imageSize = SIZES.find((name) => key.endsWith(`/${name}.jpg`));
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', ...(imageSize && IMAGE_SIZES[imageSize]) });
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual(Array(4).fill(undefined));
    }
    const originals = [...stored].filter(([key]) => key.endsWith('original.jpg'));
    const hashes = originals.map(([, bytes]) => createHash('sha256').update(bytes).digest('hex'));
    expect(new Set(hashes).size).toBe(size);
  });

  it('gives the same results when each call is made twice', async (world) => {
    const { provider } = world;
    const training = await world.train();
    const ref = training.ref ?? '';
    const ended = await provider.pollTraining(training.request, ref);
    expect(ended).toMatchObject({ status: 'succeeded', modelRef: training.modelRef });
    expect(await provider.pollTraining(training.request, ref)).toEqual(ended);
    if (!provider.lookUp) expect(await provider.train(training.request)).toBe(ref);
    expect(await provider.lookUp?.training(training.request)).toBe(provider.lookUp && ref);

    await world.plan();
    await world.untilDone(() => world.batchStep(0));
    const batch = await world.batchJob(0);
    const batchRef = batch.ref ?? '';
    if (!provider.lookUp) expect(await provider.generate(batch.request)).toBe(batchRef);
    expect(await provider.lookUp?.generation(batch.request)).toBe(provider.lookUp && batchRef);
    for (let call = 1; call <= 2; call++) {
      const state = await provider.pollGeneration(batch.request, batchRef);
      expect(state).toMatchObject({ status: 'succeeded' });
      if (state.status === 'succeeded') expect(state.images).toHaveLength(size);
    }
    if (world.started.standIn) expect(world.standIn.billed()).toEqual({ training: 1, generation: 1 });
  });

  it('stores each photo once when the steps of a batch run twice at the same time', async (world) => {
    await world.train();
    await world.plan();
    const bothSteps = () => Promise.all([world.batchStep(0), world.batchStep(0)]);
    await world.untilDone(async () => (await bothSteps())[0]);
    await world.untilDone(async () => (await bothSteps())[1]);
    const { photoIds } = await world.batchJob(0);
    expect([...storedPhotos(world).keys()].sort()).toEqual(
      photoIds.flatMap((id) => photoKeys(world.run, id)).sort(),
    );
    if (world.started.standIn) expect(world.standIn.billed()).toEqual({ training: 1, generation: 1 });
  });
}

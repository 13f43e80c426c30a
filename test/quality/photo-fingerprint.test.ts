import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawHeadshot } from '../../local/providers/headshots.ts';
import { planShots } from '../../shared/domain/flow/shots.ts';
import { renderSizes } from '../../shared/images/image-sizes.ts';
import { fingerprintOf, isSameImage } from '../../shared/images/photo-fingerprint.ts';
import { promptFor } from '../../shared/providers/hosted/prompt.ts';

const thumbnailPrint = async (image: Uint8Array) => fingerprintOf((await renderSizes(image)).thumbnail);

test('a copy of an image in another compression is the same image, and another seed of its prompt is not', async () => {
  const [shot] = planShots({ count: 1, perStyle: 1, choice: {}, key: 'mdl_1-1' });
  const prompt = shot ? promptFor(shot, 'female', 'ohwx woman') : '';
  const [image, ...others] = await Promise.all([1, 2, 3, 4].map((seed) => drawHeadshot(prompt, seed)));
  const print = await thumbnailPrint(image ?? new Uint8Array());
  for (const copy of [
    sharp(image).jpeg({ quality: 50 }),
    sharp(image).png(),
    sharp(image).webp({ quality: 60 }),
    sharp(image).resize(800),
  ]) {
    expect(isSameImage(print, await thumbnailPrint(await copy.toBuffer()))).toBe(true);
  }
  for (const other of others) expect(isSameImage(print, await thumbnailPrint(other))).toBe(false);
  expect(isSameImage(print, '')).toBe(false);
});

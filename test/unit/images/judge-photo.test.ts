import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { drawHeadshot } from '../../../local/providers/headshots.ts';
import { judgePhoto } from '../../../shared/images/judge-photo.ts';
import { drawTestImage } from '../../../shared/providers/development/test-image.ts';
import { UnusableImage } from '../../../shared/providers/errors.ts';
import { hostedPhoto } from '../../../shared/providers/hosted/photo.ts';
import { compressedText, pngWithChunk } from '../../support/bombs.ts';
import { drawBackgroundPerson, drawGroup, drawTexture } from '../../support/drawn-photos.ts';

const plain = (background: string, width = 1024, height = 1280) =>
  sharp({ create: { width, height, channels: 3, background } });

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);

describe('judgePhoto', () => {
  test('a test image and drawn portraits in JPEG, PNG and WebP are usable', async () => {
    const portrait = sharp(await drawPortrait(1, { width: 896, height: 1152 }));
    const images = [
      await drawTestImage(1),
      await portrait.clone().jpeg().toBuffer(),
      // As red everywhere, so that it shows something in the other channels only.
      await portrait.clone().linear([0, 1, 1], [128, 0, 0]).png().toBuffer(),
      await portrait.clone().webp().toBuffer(),
      await portrait.clone().grayscale().jpeg().toBuffer(),
    ];
    for (const image of images) expect(await judgePhoto(image)).toEqual({ usable: true });
  });

  test.each([
    ['a text', async () => new TextEncoder().encode('<html>Not found</html>'), 'decoded'],
    ['no bytes', async () => new Uint8Array(), 'decoded'],
    ['half an image', async () => half(await drawTestImage(1)), 'decoded'],
    [
      'an image whose text inflates to 200 MB',
      async () => pngWithChunk(await plain('#89a').png().toBuffer(), 'zTXt', compressedText(200)),
      'decoded',
    ],
    ['a small image', () => plain('#89a', 900, 639).jpeg().toBuffer(), '900 × 639 pixels'],
    ['a black image', () => plain('#000').jpeg().toBuffer(), 'one colour'],
    ['an image of two people', async () => drawGroup(), '2 faces'],
    ['a photograph without a person', async () => drawTexture(), 'no face'],
    ['a white image with alpha', () => plain('#fff').ensureAlpha(0).png().toBuffer(), 'one colour'],
  ])('%s is not usable', async (_name, make, reason) => {
    const verdict = await judgePhoto(await make());
    expect(verdict).toEqual({ usable: false, reason: expect.stringContaining(reason) });
  });

  test('drawn headshots of the stand-ins, and an image of a small person in the background, are usable', async () => {
    const prompt =
      'Professional corporate headshot photo of one person, ohwx woman, wearing a blazer, office';
    const images = await Promise.all([1, 2].map((seed) => drawHeadshot(prompt, seed)));
    for (const image of [...images, await drawBackgroundPerson(280, 0)]) {
      expect(await judgePhoto(image)).toEqual({ usable: true });
    }
  });

  test('a hosted photo that is not usable throws UnusableImage, and a usable one is rendered', async () => {
    await expect(hostedPhoto(() => plain('#000').jpeg().toBuffer()).make()).rejects.toThrow(UnusableImage);
    const { sizes } = await hostedPhoto(() => drawTestImage(2)).make();
    expect((await sharp(sizes.main).metadata()).width).toBe(1024);
  });
});

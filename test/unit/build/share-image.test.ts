import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ICON } from '../../../scripts/build/page-head.ts';
import { shareImage } from '../../../scripts/build/share-image.ts';
// In the process of the service, sharp reads no SVG.
import '../../../shared/images/decode.ts';

test('the image of a link has the size that messages and posts ask for, and fewer than 100 KB', async () => {
  const image = await shareImage(ICON);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(image.length).toBeLessThan(100_000);
});

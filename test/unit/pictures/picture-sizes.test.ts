import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contactSheet } from '../../../demo/contact-sheet.ts';
import { drawPortrait, portraitSet } from '../../../demo/portraits.ts';
import { PICTURE_SIZES, type PictureSize, renderSizes } from '../../../shared/photos/picture-sizes.ts';
import { drawTestPicture } from '../../../shared/providers/development/test-picture.ts';

describe('the three sizes', () => {
  it('are exact, JPEG, upright and without metadata', async () => {
    const picture = await sharp(await drawPortrait(2, { width: 500, height: 625 }))
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const sizes = await renderSizes(picture);
    for (const size of Object.keys(PICTURE_SIZES) as PictureSize[]) {
      const { format, width, height, exif, orientation } = await sharp(sizes[size]).metadata();
      expect({ format, width, height, exif, orientation }).toEqual({
        format: 'jpeg',
        ...PICTURE_SIZES[size],
      });
    }
  });

  it('leave a finished original as it is', async () => {
    const original = await drawTestPicture(1);
    expect(Buffer.compare((await renderSizes(original)).original, original)).toBe(0);
  });
});

describe('test pictures', () => {
  it('have the original size, are the same for a seed and differ between seeds', async () => {
    const [first, again, other] = await Promise.all([
      drawTestPicture(7),
      drawTestPicture(7),
      drawTestPicture(8),
    ]);
    const { width, height } = await sharp(first).metadata();
    expect({ width, height }).toEqual(PICTURE_SIZES.original);
    expect(Buffer.compare(first, again)).toBe(0);
    expect(Buffer.compare(first, other)).not.toBe(0);
  });
});

describe('drawn portraits', () => {
  it('come as a set of different photos of at least the required size', async () => {
    const set = await portraitSet(5, 3);
    expect(new Set(set.map((photo) => Buffer.from(photo).toString('base64'))).size).toBe(3);
    const { width, height } = await sharp(set[0]).metadata();
    expect({ width, height }).toEqual({ width: 1600, height: 2000 });
  });
});

describe('the contact sheet', () => {
  it('has a row for every full or started row of pictures', async () => {
    const tile = await drawTestPicture(1);
    const { height: one } = await sharp(await contactSheet([tile, tile], 2)).metadata();
    const { height: two } = await sharp(await contactSheet([tile, tile, tile], 2)).metadata();
    expect(two).toBeGreaterThan((one ?? 0) * 1.5);
  });
});

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contactSheet } from '../../../demo/contact-sheet.ts';
import { drawPortrait, portraitSet } from '../../../demo/portraits.ts';
import { IMAGE_SIZES, type ImageSize, renderSizes } from '../../../shared/images/image-sizes.ts';
import { drawTestImage } from '../../../shared/providers/development/test-image.ts';

describe('renderSizes', () => {
  it('the three sizes of an image have the exact dimensions, and are upright JPEGs without metadata', async () => {
    const image = await sharp(await drawPortrait(2, { width: 500, height: 625 }))
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const sizes = await renderSizes(image);
    for (const size of Object.keys(IMAGE_SIZES) as ImageSize[]) {
      const { format, width, height, exif, orientation } = await sharp(sizes[size]).metadata();
      expect({ format, width, height, exif, orientation }).toEqual({
        format: 'jpeg',
        ...IMAGE_SIZES[size],
      });
    }
  });

  it('an original that already has its size is not encoded again', async () => {
    const original = await drawTestImage(1);
    expect(Buffer.compare((await renderSizes(original)).original, original)).toBe(0);
  });
});

describe('drawTestImage', () => {
  it('test images have the original size, and are equal exactly for the same seed', async () => {
    const [first, repeated, other] = await Promise.all([
      drawTestImage(7),
      drawTestImage(7),
      drawTestImage(8),
    ]);
    const { width, height } = await sharp(first).metadata();
    expect({ width, height }).toEqual(IMAGE_SIZES.original);
    expect(Buffer.compare(first, repeated)).toBe(0);
    expect(Buffer.compare(first, other)).not.toBe(0);
  });
});

describe('portraitSet', () => {
  it('a set of portraits has different images of at least the required size', async () => {
    const set = await portraitSet(5, 3);
    expect(new Set(set.map((photo) => Buffer.from(photo).toString('base64'))).size).toBe(3);
    const { width, height } = await sharp(set[0]).metadata();
    expect({ width, height }).toEqual({ width: 1600, height: 2000 });
  });
});

describe('contactSheet', () => {
  it('a contact sheet has one row more when an image does not fit into the last row', async () => {
    const tile = await drawTestImage(1);
    const { height: one } = await sharp(await contactSheet([tile, tile], 2)).metadata();
    const { height: two } = await sharp(await contactSheet([tile, tile, tile], 2)).metadata();
    expect(two).toBeGreaterThan((one ?? 0) * 1.5);
  });
});

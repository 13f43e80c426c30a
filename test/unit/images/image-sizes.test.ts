import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { IMAGE_SIZES, type ImageSize, renderSizes } from '../../../shared/images/image-sizes.ts';
import { drawTestImage } from '../../../shared/providers/development/test-image.ts';

/** The mean colour of the upper left quarter. */
const colourOfTop = async (image: Uint8Array) => [
  ...(await sharp(image)
    .resize(2, 2, { fit: 'fill' })
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()),
];

describe('renderSizes', () => {
  it('the three sizes of an image have the exact dimensions, and are upright JPEGs without metadata', async () => {
    const portrait = await drawPortrait(2, { width: 500, height: 625 });
    const image = await sharp(portrait).rotate(-90).withMetadata({ orientation: 6 }).toBuffer();
    const [sizes, drawn] = await Promise.all([renderSizes(image), colourOfTop(portrait)]);
    for (const size of Object.keys(IMAGE_SIZES) as ImageSize[]) {
      const { format, width, height, exif, orientation } = await sharp(sizes[size]).metadata();
      expect({ format, width, height, exif, orientation }).toEqual({
        format: 'jpeg',
        ...IMAGE_SIZES[size],
      });
      expect(await colourOfTop(sizes[size])).toEqual(drawn.map((level) => expect.closeTo(level, -1)));
    }
  });

  it('nothing of a file that has the size already is kept but its pixels, in sRGB', async () => {
    const jpeg = await sharp(await drawTestImage(1))
      .toColourspace('cmyk')
      .toBuffer();
    const comment = Buffer.from('\xff\xfe\0\x0fAda at 51.5 N', 'latin1');
    const carrying = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from('Ada')]);
    for (const bytes of Object.values(await renderSizes(carrying))) {
      expect(Buffer.from(bytes).includes('Ada')).toBe(false);
      const { space, exif, icc } = await sharp(bytes).metadata();
      expect({ space, exif, icc }).toEqual({ space: 'srgb' });
    }
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

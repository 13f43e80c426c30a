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

  it('an original that already has its size is not encoded again', async () => {
    const original = await drawTestImage(1);
    expect(Buffer.compare((await renderSizes(original)).original, original)).toBe(0);
  });

  it.each(['exif', 'icc', 'xmp'] as const)(
    'an original that carries %s is encoded without it',
    async (kind) => {
      const image = sharp(await drawTestImage(1)).jpeg();
      if (kind === 'exif') image.withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } });
      if (kind === 'icc') image.withIccProfile('p3');
      if (kind === 'xmp') image.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>');
      const carrying = await image.toBuffer();
      expect((await sharp(carrying).metadata())[kind]).toBeDefined();
      const { original } = await renderSizes(carrying);
      expect((await sharp(original).metadata())[kind]).toBeUndefined();
    },
  );
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

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { namesCamera } from '../../../shared/images/content/camera.ts';
import { type CleanJpeg, withoutMetadata } from '../../../web/studio/jpeg-metadata.ts';

const POSITION = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitude: '13/1 24/1 36/1' };
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>52,31.2N</exif:GPSLatitude></x:xmpmeta>';

let pixels: Uint8Array;
beforeAll(async () => {
  pixels = await drawPortrait(4, { width: 640, height: 800 });
});

/** A photo as a phone stores it: on its side, with Exif, XMP and a profile of a wide gamut. */
function photo({ orientation = 6, progressive = false, make = 'Maker' } = {}): Promise<Buffer> {
  return sharp(pixels)
    .withExif({ IFD0: { Make: make, Model: 'One' }, IFD3: POSITION })
    .withMetadata({ orientation })
    .withXmp(XMP)
    .withIccProfile('p3')
    .jpeg({ progressive, quality: 90 })
    .toBuffer();
}

async function clean(bytes: Uint8Array<ArrayBuffer> | Buffer): Promise<CleanJpeg & { bytes: Buffer }> {
  const cleaned = await withoutMetadata(new Blob([new Uint8Array(bytes)]));
  if (!cleaned) throw new Error('The JPEG is damaged.');
  return { ...cleaned, bytes: Buffer.from(await cleaned.jpeg.arrayBuffer()) };
}

const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

describe('the metadata of a JPEG', () => {
  test.each([false, true])(
    'are left out with the position, and its pixels stay (progressive: %s)',
    async (progressive) => {
      const original = await photo({ progressive });
      const before = await sharp(original).metadata();
      expect(before.exif?.toString('latin1')).toContain('Maker');
      expect(before.xmp?.toString()).toContain('GPSLatitude');
      const { bytes, saysScreenshot } = await clean(original);
      expect(saysScreenshot).toBe(false);
      const { exif, xmp, icc, orientation, isProgressive } = await sharp(bytes).metadata();
      expect({ xmp, icc, orientation, isProgressive }).toEqual({
        xmp: undefined,
        icc: before.icc,
        orientation: 6,
        isProgressive: progressive,
      });
      expect(exif?.length).toBeLessThan(60);
      for (const word of ['Maker', 'One', 'GPS', '52,31']) expect(bytes.includes(word)).toBe(false);
      expect((await raw(bytes)).equals(await raw(original))).toBe(true);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('keep the orientation %i', async (orientation) => {
    const { bytes } = await clean(await photo({ orientation }));
    expect((await sharp(bytes).metadata()).orientation).toBe(orientation);
  });

  test('keep that a camera took the photo, by which the service tells photos from drawings', async () => {
    const { exif } = await sharp((await clean(await photo())).bytes).metadata();
    expect(namesCamera(exif)).toBe(true);
    expect(namesCamera(exif?.subarray(0, 20))).toBe(false);
    const drawn = await clean(await sharp(pixels).jpeg().toBuffer());
    expect((await sharp(drawn.bytes).metadata()).exif).toBeUndefined();
  });

  test.each([
    ['a marker without a segment', Buffer.of(0xff, 0x01)],
    ['as many other bytes as are read at first', Buffer.alloc(63)],
  ])('are left out behind %s, too', async (_, between) => {
    const original = await photo();
    const { bytes } = await clean(Buffer.concat([original.subarray(0, 2), between, original.subarray(2)]));
    expect(bytes).toEqual((await clean(original)).bytes);
  });

  test('are read in either byte order, and no orientation that there is not', async () => {
    const original = await photo({ orientation: 8 });
    const at = original.indexOf('Exif\0\0') + 6;
    const isLittleEndian = original.toString('latin1', at, at + 2) === 'II';
    expect(isLittleEndian).toBe(true);
    const plain = await sharp(pixels).jpeg().toBuffer();
    for (const [stored, kept] of [
      [8, 8],
      [9, undefined],
    ]) {
      const tiff = `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(stored ?? 0)}\0\0\0\0\0\0`;
      const exif = Buffer.from(`Exif\0\0${tiff}`, 'latin1');
      const segment = Buffer.concat([Buffer.of(0xff, 0xe1, 0, 2 + exif.length), exif]);
      const { bytes } = await clean(Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]));
      expect((await sharp(bytes).metadata()).orientation).toBe(kept);
    }
  });

  test('end with the image: the video of a moving photo and further images are left out', async () => {
    const original = await photo();
    const moving = Buffer.concat([original, Buffer.from('\0\0\0\x18ftypmp42 +52.5200+013.4050/'), original]);
    const { bytes } = await clean(moving);
    expect(bytes.includes('+52.5200')).toBe(false);
    expect(bytes).toEqual((await clean(original)).bytes);
  });

  test('tell a screenshot, and comments, thumbnails and further images are left out', async () => {
    const plain = await sharp(pixels).jpeg().toBuffer();
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.of(0xff, marker, 0, 2 + text.length), Buffer.from(text)]);
    const withSegments = (...segments: Buffer[]) =>
      clean(Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]));
    const others = [segment(0xe0, 'JFXX\0Berlin'), segment(0xe2, 'MPF\0Berlin'), segment(0xfe, 'Berlin')];
    expect((await withSegments(segment(0xfe, 'Screenshot'), ...others)).saysScreenshot).toBe(true);
    const other = await withSegments(...others);
    expect(other.saysScreenshot).toBe(false);
    expect(other.bytes).toEqual(plain);
  });

  test('of any content leave a file that is read in parts of 256 KB at most', async () => {
    const large = await sharp(pixels)
      .resize(4000, 5000)
      .withMetadata({ orientation: 3 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(600_000);
    let largest = 0;
    const file = new Blob([new Uint8Array(large)]);
    const slice = file.slice.bind(file);
    file.slice = (start, end, type) => {
      const part = slice(start, end, type);
      const read = part.arrayBuffer.bind(part);
      part.arrayBuffer = () => {
        largest = Math.max(largest, part.size);
        return read();
      };
      return part;
    };
    const cleaned = await withoutMetadata(file);
    const bytes = Buffer.from((await cleaned?.jpeg.arrayBuffer()) ?? new ArrayBuffer());
    expect((await raw(bytes)).equals(await raw(large))).toBe(true);
    expect(largest).toBeLessThanOrEqual(256 * 1024);
  });

  test('that are damaged, at any place, leave no file or one without the position', async () => {
    const original = await photo();
    for (let at = 2; at < 3000; at += 7) {
      const damaged = Buffer.from(original);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const cleaned = await withoutMetadata(new Blob([new Uint8Array(damaged)]));
      const bytes = cleaned && Buffer.from(await cleaned.jpeg.arrayBuffer());
      expect(bytes?.includes('<exif:GPSLatitude>') ?? false, `byte ${at}`).toBe(false);
    }
    for (const end of [2, 3, 5, 100, original.length - 1]) {
      expect(await withoutMetadata(new Blob([new Uint8Array(original.subarray(0, end))]))).toBeUndefined();
    }
  });
});

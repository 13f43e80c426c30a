import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { judgeUpload } from '../../../shared/images/judge-upload.ts';
import { kindOf } from '../../../web/studio/image-kind.ts';

const heic = readFileSync(join(import.meta.dirname, '../../fixtures/portrait.heic'));

/** Beginnings of files that are not accepted. */
const OTHERS: readonly (readonly [string, Buffer])[] = [
  ['a text', Buffer.from('Not an image at all.')],
  ['a GIF', Buffer.from('GIF89a and more')],
  ['a TIFF', Buffer.from('II*\0 and more')],
  ['a TIFF of the other byte order', Buffer.from('MM\0* and more')],
  ['a BMP', Buffer.from('BM1234\0\0\0\0 and more')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an SVG with a declaration', Buffer.from('<?xml version="1.0"?>\n<svg/>')],
  ['an AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf')],
  ['a video', Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isomiso2avc1mp41')],
  ['a WebM', Buffer.from('\x1aE\xdf\xa3 and more', 'latin1')],
];

describe('the kind of a file by its content', () => {
  test.each(OTHERS)('%s is refused with the code of the service', async (_, bytes) => {
    const verdict = await judgeUpload(bytes, 'file');
    expect(kindOf(bytes)).toEqual({
      name: 'refused',
      code: verdict.accepted ? undefined : verdict.reasonCode,
    });
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s has the type that the service accepts',
    async (format) => {
      const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#777' } })
        .toFormat(format)
        .toBuffer();
      expect(await judgeUpload(bytes, 'file')).toMatchObject({ accepted: true, type: `image/${format}` });
      expect(kindOf(bytes)).toEqual({ name: 'accepted', type: `image/${format}` });
    },
  );

  test('a HEIC photo is converted, by any of its brands', () => {
    expect(kindOf(heic)).toEqual({ name: 'heic' });
    for (const brand of ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1']) {
      expect(kindOf(Buffer.from(`\0\0\0\x20ftyp${brand}\0\0\0\0`))).toEqual({ name: 'heic' });
    }
    // The major brand of some phones is generic, and a compatible one tells HEIC.
    expect(kindOf(Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isomheic'))).toEqual({ name: 'heic' });
  });

  test('a file that ends early is no image', () => {
    expect(kindOf(new Uint8Array())).toEqual({ name: 'refused', code: 'not-an-image' });
    expect(kindOf(Buffer.from('\xff\xd8', 'latin1'))).toEqual({ name: 'refused', code: 'not-an-image' });
  });
});

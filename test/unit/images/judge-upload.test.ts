import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { UPLOAD_REQUIREMENTS } from '../../../shared/contract/upload-requirements.ts';
import { judgeUpload } from '../../../shared/images/judge-upload.ts';

let portrait: Uint8Array;

beforeAll(async () => {
  portrait = await drawPortrait(1, { width: 640, height: 800 });
});

async function reasonFor(bytes: Uint8Array): Promise<string> {
  const verdict = await judgeUpload(bytes);
  if (verdict.accepted)
    throw new Error('The upload was accepted, although a reason against it was expected.');
  return verdict.reason;
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c0a080' } });
}

describe('accepted uploads', () => {
  it('JPEG, PNG and WebP are accepted by their content', async () => {
    expect(await judgeUpload(portrait)).toEqual({
      accepted: true,
      type: 'image/jpeg',
      width: 640,
      height: 800,
      fingerprint: { file: expect.stringMatching(/^[0-9a-f]{64}$/), look: expect.any(String) },
    });
    expect(await judgeUpload(await sharp(portrait).png({ compressionLevel: 1 }).toBuffer())).toMatchObject({
      accepted: true,
      type: 'image/png',
    });
    expect(await judgeUpload(await sharp(portrait).webp({ effort: 0 }).toBuffer())).toMatchObject({
      accepted: true,
      type: 'image/webp',
    });
  });

  it('an upload is measured upright', async () => {
    const turned = await sharp(portrait).withMetadata({ orientation: 6 }).toBuffer();
    expect(await judgeUpload(turned)).toMatchObject({ accepted: true, width: 800, height: 640 });
  });

  it('grey, CMYK, transparent and progressive images, and the smallest allowed one, are accepted', async () => {
    const side = UPLOAD_REQUIREMENTS.minPixels;
    for (const bytes of [
      await sharp(portrait).greyscale().jpeg().toBuffer(),
      await sharp(portrait).toColourspace('cmyk').jpeg().toBuffer(),
      await sharp(portrait).ensureAlpha(0.5).png({ compressionLevel: 1 }).toBuffer(),
      await sharp(portrait).jpeg({ progressive: true }).toBuffer(),
      await flat(side, side).jpeg().toBuffer(),
    ]) {
      expect(await judgeUpload(bytes)).toMatchObject({ accepted: true });
    }
  });

  it('a JPEG with bytes after its end, which phones append, is accepted', async () => {
    expect(await judgeUpload(Buffer.concat([portrait, Buffer.alloc(2000, 7)]))).toMatchObject({
      accepted: true,
    });
  });
});

describe('refused uploads', () => {
  const file = (head: string) => Buffer.from(head.padEnd(600, '\0'), 'latin1');

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['no bytes', () => new Uint8Array(), /empty/],
    ['a text', () => Buffer.from('I am a photo, honestly.'), /not an image.*JPEG, PNG or WebP/],
    ['a text that begins as a BMP', () => Buffer.from('BMs are no photos, honestly.'), /not an image/],
    ['as many bytes as may be', () => new Uint8Array(UPLOAD_REQUIREMENTS.maxBytes), /not an image/],
    ['a small image', () => flat(64, 64).jpeg().toBuffer(), /64 × 64 pixels; at least 512 on the short side/],
    ['a narrow image', () => flat(2000, 511).png().toBuffer(), /2000 × 511 pixels/],
    ['a bomb', () => flat(11_000, 11_000).png({ compressionLevel: 2 }).toBuffer(), /at most 100 megapixels/],
    ['too many bytes', () => new Uint8Array(UPLOAD_REQUIREMENTS.maxBytes + 1), /at most 50 MB/],
    ['a HEIC', () => file('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /HEIC.*export it as JPEG/],
    ['a HEIC of a general brand', () => file('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'), /HEIC/],
    ['an AVIF', () => file('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), /AVIF/],
    ['AVIF images of a general brand', () => file('\0\0\0\x1cftypmif1\0\0\0\0avismif1'), /AVIF/],
    ['a video', () => file('\0\0\0\x18ftypisom\0\0\0\0isommp42'), /video/],
    ['a GIF', () => flat(600, 600).gif().toBuffer(), /GIF/],
    ['a TIFF', () => flat(600, 600).tiff().toBuffer(), /TIFF/],
    ['a big-endian TIFF', () => file('MM\0*'), /TIFF/],
    ['a BMP', () => file('BM'), /BMP/],
    ['a PDF', () => file('%PDF-1.7'), /PDF/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
  ])('%s is refused with its reason', async (_, make, reason) => {
    expect(await reasonFor(await make())).toMatch(reason);
  });

  it('a JPEG that is cut off anywhere is refused as damaged or incomplete', async () => {
    for (const share of [0.02, 0.3, 0.7, 0.98]) {
      const reason = await reasonFor(portrait.subarray(0, Math.floor(portrait.length * share)));
      expect(reason).toMatch(/damaged or incomplete/);
    }
  });

  it('a PNG or WebP that is cut off is refused as damaged or incomplete', async () => {
    const png = await sharp(portrait).png({ compressionLevel: 1 }).toBuffer();
    const webp = await sharp(portrait).webp({ effort: 0 }).toBuffer();
    expect(await reasonFor(png.subarray(0, png.length * 0.95))).toMatch(/damaged or incomplete/);
    expect(await reasonFor(webp.subarray(0, webp.length * 0.95))).toMatch(/damaged or incomplete/);
  });

  it('a JPEG that is damaged in the middle, or zero in its second half, is refused', async () => {
    const damaged = Uint8Array.from(portrait).fill(0xff, portrait.length / 2, portrait.length / 2 + 400);
    expect(await reasonFor(damaged)).toMatch(/damaged or incomplete/);
    const padded = Uint8Array.from(portrait).fill(0, portrait.length / 2);
    expect(await reasonFor(padded)).toMatch(/damaged or incomplete/);
  });
});

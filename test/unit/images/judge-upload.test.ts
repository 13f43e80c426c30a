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
  it('an empty upload is refused', async () => {
    expect(await reasonFor(new Uint8Array())).toMatch(/empty/);
  });

  it('text is refused as not an image', async () => {
    expect(await reasonFor(Buffer.from('I am a photo, honestly.'))).toMatch(
      /not an image.*JPEG, PNG or WebP/,
    );
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

  it('an image that is too small or too narrow is refused with its size', async () => {
    expect(await reasonFor(await flat(64, 64).jpeg().toBuffer())).toMatch(
      /64 × 64 pixels; at least 512 on the short side/,
    );
    expect(await reasonFor(await flat(2000, 511).png().toBuffer())).toMatch(/2000 × 511 pixels/);
  });

  it('a decompression bomb is refused by its header', async () => {
    const bomb = await flat(11000, 11000).png({ compressionLevel: 2 }).toBuffer();
    expect(bomb.length).toBeLessThan(UPLOAD_REQUIREMENTS.maxBytes);
    expect(await reasonFor(bomb)).toMatch(/at most 100 megapixels/);
  });

  it('an upload of more bytes than allowed is refused', async () => {
    expect(await reasonFor(new Uint8Array(UPLOAD_REQUIREMENTS.maxBytes + 1))).toMatch(/at most 50 MB/);
  });

  it('an upload of another file type is refused with the name of the type', async () => {
    const file = (head: string) => Buffer.from(head.padEnd(600, '\0'), 'latin1');
    expect(await reasonFor(file('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toMatch(/HEIC.*export it as JPEG/);
    expect(await reasonFor(file('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'))).toMatch(/HEIC/);
    expect(await reasonFor(file('\0\0\0\x1cftypavif\0\0\0\0avifmif1'))).toMatch(/AVIF/);
    expect(await reasonFor(file('\0\0\0\x18ftypisom\0\0\0\0isommp42'))).toMatch(/video/);
    expect(await reasonFor(await flat(600, 600).gif().toBuffer())).toMatch(/GIF/);
    expect(await reasonFor(await flat(600, 600).tiff().toBuffer())).toMatch(/TIFF/);
    expect(await reasonFor(file('%PDF-1.7'))).toMatch(/PDF/);
    expect(await reasonFor(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatch(/SVG/);
  });
});

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
  if (verdict.accepted) throw new Error('expected a refusal');
  return verdict.reason;
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c0a080' } });
}

describe('accepted', () => {
  it('takes JPEG, PNG and WebP by their content', async () => {
    expect(await judgeUpload(portrait)).toEqual({
      accepted: true,
      type: 'image/jpeg',
      width: 640,
      height: 800,
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

  it('measures the upright image', async () => {
    const turned = await sharp(portrait).withMetadata({ orientation: 6 }).toBuffer();
    expect(await judgeUpload(turned)).toMatchObject({ accepted: true, width: 800, height: 640 });
  });

  it('takes grey, CMYK, transparent and progressive images, and the smallest that is allowed', async () => {
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

  it('takes a JPEG with bytes after its end, as phones append them', async () => {
    expect(await judgeUpload(Buffer.concat([portrait, Buffer.alloc(2000, 7)]))).toMatchObject({
      accepted: true,
    });
  });
});

describe('refused, with a reason', () => {
  it('nothing at all', async () => {
    expect(await reasonFor(new Uint8Array())).toMatch(/empty/);
  });

  it('text', async () => {
    expect(await reasonFor(Buffer.from('I am a photo, honestly.'))).toMatch(
      /not an image.*JPEG, PNG or WebP/,
    );
  });

  it('every cut of a JPEG, however late', async () => {
    for (const share of [0.02, 0.3, 0.7, 0.98]) {
      const reason = await reasonFor(portrait.subarray(0, Math.floor(portrait.length * share)));
      expect(reason).toMatch(/damaged or incomplete/);
    }
  });

  it('a cut PNG and a cut WebP', async () => {
    const png = await sharp(portrait).png({ compressionLevel: 1 }).toBuffer();
    const webp = await sharp(portrait).webp({ effort: 0 }).toBuffer();
    expect(await reasonFor(png.subarray(0, png.length * 0.95))).toMatch(/damaged or incomplete/);
    expect(await reasonFor(webp.subarray(0, webp.length * 0.95))).toMatch(/damaged or incomplete/);
  });

  it('a JPEG damaged in the middle, and one whose second half is missing but filled with zeros', async () => {
    const damaged = Uint8Array.from(portrait).fill(0xff, portrait.length / 2, portrait.length / 2 + 400);
    expect(await reasonFor(damaged)).toMatch(/damaged or incomplete/);
    const padded = Uint8Array.from(portrait).fill(0, portrait.length / 2);
    expect(await reasonFor(padded)).toMatch(/damaged or incomplete/);
  });

  it('an image of 64 pixels, and one that is too narrow', async () => {
    expect(await reasonFor(await flat(64, 64).jpeg().toBuffer())).toMatch(
      /64 × 64 pixels; at least 512 on the short side/,
    );
    expect(await reasonFor(await flat(2000, 511).png().toBuffer())).toMatch(/2000 × 511 pixels/);
  });

  it('a decompression bomb, from its header', async () => {
    const bomb = await flat(11000, 11000).png({ compressionLevel: 2 }).toBuffer();
    expect(bomb.length).toBeLessThan(UPLOAD_REQUIREMENTS.maxBytes);
    expect(await reasonFor(bomb)).toMatch(/at most 100 megapixels/);
  });

  it('more bytes than allowed', async () => {
    expect(await reasonFor(new Uint8Array(UPLOAD_REQUIREMENTS.maxBytes + 1))).toMatch(/at most 50 MB/);
  });

  it('other kinds of files, by their name', async () => {
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

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { checkContainer, MAX_METADATA_BYTES, MAX_SCANS } from '../../../shared/images/containers.ts';
import { judgeUpload } from '../../../shared/images/judge-upload.ts';
import {
  colourProfile,
  compressedText,
  interlacedPng,
  internationalText,
  jpegOfSeveralScans,
  jpegWithComments,
  jpegWithScans,
  pngWithChunk,
  webpWithMetadata,
} from '../../support/bombs.ts';

const SIZE = { width: 640, height: 800 };
const TOO_MUCH = /too much data beside its pixels.*without metadata/;

let jpeg: Uint8Array;
let png: Uint8Array;
let webp: Uint8Array;

beforeAll(async () => {
  jpeg = await drawPortrait(3, SIZE);
  png = await sharp(jpeg).png({ compressionLevel: 1 }).toBuffer();
  webp = await sharp(jpeg).webp({ effort: 0 }).toBuffer();
});

async function expectRefusal(bytes: Uint8Array, reason: RegExp): Promise<void> {
  expect(await judgeUpload(bytes)).toMatchObject({ accepted: false, reason: expect.stringMatching(reason) });
}

async function expectAccepted(bytes: Uint8Array): Promise<void> {
  expect(await judgeUpload(bytes)).toMatchObject({ accepted: true, ...SIZE });
}

describe('metadata that cost more than the pixels', () => {
  it.each([
    ['zTXt', compressedText],
    ['iTXt', internationalText],
    ['iCCP', colourProfile],
  ])('a PNG whose chunk %s inflates to 200 MB is refused before it is decoded', async (type, content) => {
    const bomb = pngWithChunk(png, type, content(200));
    expect(bomb.length - png.length).toBeLessThan(250_000);
    await expectRefusal(bomb, TOO_MUCH);
  });

  it('a PNG whose many small compressed texts add up to 20 MB is refused', async () => {
    const text = compressedText(1);
    let bomb: Uint8Array = png;
    for (let count = 0; count < 20; count++) bomb = pngWithChunk(bomb, 'zTXt', text);
    await expectRefusal(bomb, TOO_MUCH);
  });

  it('a PNG with the text and the colour profile of an editor is accepted', async () => {
    const edited = await sharp(png)
      .withMetadata({ icc: 'p3' })
      .withExif({ IFD0: { Copyright: 'A. Person' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expectAccepted(pngWithChunk(edited, 'zTXt', compressedText(1)));
    await expectAccepted(pngWithChunk(edited, 'iTXt', internationalText(1)));
  });

  it('a PNG whose last chunk ends beyond the file is refused as damaged', async () => {
    const cut = Buffer.from(png);
    cut.writeUInt32BE(0x7fffffff, 33);
    await expectRefusal(cut, /damaged or incomplete/);
  });

  it('a JPEG with too many or too large comments is refused, and one with a depth map is accepted', async () => {
    await expectRefusal(jpegWithComments(jpeg, 2000, 2), TOO_MUCH);
    await expectRefusal(jpegWithComments(jpeg, Math.ceil(MAX_METADATA_BYTES / 65_000), 65_000), TOO_MUCH);
    await expectAccepted(jpegWithComments(jpeg, 80, 65_000));
  });

  it('a JPEG hides no comments behind a marker without a segment, after which decoders read on', async () => {
    const comments = jpegWithComments(jpeg, 17_000, 2);
    const TEM = Buffer.of(0xff, 0x01);
    await expectRefusal(Buffer.concat([jpeg.subarray(0, 2), TEM, comments.subarray(2)]), TOO_MUCH);
    await expectAccepted(Buffer.concat([jpeg.subarray(0, 2), TEM, jpeg.subarray(2)]));
  });

  it('a progressive JPEG that repeats a scan is refused', async () => {
    const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
    await expectAccepted(progressive);
    const scans = progressive.toString('latin1').split('\xff\xda').length - 1;
    checkContainer(jpegWithScans(progressive, MAX_SCANS - scans), 'image/jpeg');
    await expectRefusal(jpegWithScans(progressive, MAX_SCANS - scans + 1), TOO_MUCH);
  });

  it('a WebP with too large metadata is refused, and one with those of a camera is accepted', async () => {
    const { width, height } = SIZE;
    await expectAccepted(webpWithMetadata(webp, width, height, 60_001, 70_000));
    await expectRefusal(webpWithMetadata(webp, width, height, MAX_METADATA_BYTES + 2), TOO_MUCH);
  });
});

describe('images that a decoder holds as a whole', () => {
  const TOO_MANY = /progressive or interlaced; at most 50 megapixels/;

  it('an interlaced PNG of more than 50 megapixels is refused before it is decoded', async () => {
    await expectRefusal(interlacedPng(8000, 6251), TOO_MANY);
    await expectRefusal(interlacedPng(8000, 6250), /damaged or incomplete/);
  });

  it('a JPEG of several scans and more than 50 megapixels is refused before it is decoded', async () => {
    await expectRefusal(jpegOfSeveralScans(8000, 6251), TOO_MANY);
    expect(await judgeUpload(jpegOfSeveralScans(800, 600), 'file')).toMatchObject({ accepted: true });
    for (const [progressive, marker, reason] of [
      [true, 0xc2, TOO_MANY],
      [false, 0xc0, /damaged or incomplete/],
    ] as const) {
      const large = Buffer.from(await sharp(jpeg).jpeg({ progressive }).toBuffer());
      const frame = large.indexOf(Buffer.of(0xff, marker));
      large.writeUInt16BE(6251, frame + 5);
      large.writeUInt16BE(8000, frame + 7);
      await expectRefusal(large, reason);
    }
  });

  it('no decoder of a judged image is kept open', async () => {
    await judgeUpload(await sharp(jpeg).jpeg({ progressive: true }).toBuffer());
    expect(sharp.cache().items.current).toBe(0);
  });
});

import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { judgeUpload } from '../../../shared/images/judge-upload.ts';
import { findFaces } from '../../../shared/vision/find-faces.ts';
import {
  drawBackgroundPerson,
  drawCutOff,
  drawGroup,
  drawScreen,
  drawTexture,
  gradient,
  noise,
  pixelsOf,
  plain,
} from '../../support/drawn-photos.ts';

/** The code of the reason; undefined for an upload that is accepted. */
async function codeFor(bytes: Uint8Array): Promise<string | undefined> {
  const verdict = await judgeUpload(bytes);
  return verdict.accepted ? undefined : verdict.reasonCode;
}

let portrait: Uint8Array;
beforeAll(async () => {
  portrait = await drawPortrait(4, { width: 800, height: 1000 });
});

describe('an upload is refused for what it shows', () => {
  test('two people are refused with their number, and with what to do', async () => {
    expect(await judgeUpload(await drawGroup())).toEqual({
      accepted: false,
      reasonCode: 'several-people',
      reason: expect.stringMatching(/2 people.*shows only you/),
    });
  });

  test('a person far in the background, with a face under a quarter as wide, does not matter', async () => {
    expect(await codeFor(await drawBackgroundPerson(400, 500))).toBe('several-people');
    expect(await codeFor(await drawBackgroundPerson(280, 0))).toBeUndefined();
  });

  test('a face that the edge cuts off is refused, and one beside the edge is not', async () => {
    const cuts = [0, 400, 560];
    const codes = await Promise.all(cuts.map(async (left) => codeFor(await drawCutOff(left))));
    expect(codes).toEqual([undefined, undefined, 'face-cut-off']);
    const mirrored = sharp(await drawCutOff(560)).flop();
    expect(await codeFor(await mirrored.toBuffer())).toBe('face-cut-off');
    const [face] = await findFaces(await pixelsOf(portrait));
    const top = Math.round((face?.box.top ?? 0) + (face?.box.height ?? 0) * 0.25);
    const below = sharp(portrait).extract({ left: 0, top, width: 800, height: 1000 - top });
    expect(await codeFor(await below.toBuffer())).toBe('face-cut-off');
  });

  test('a face with too few pixels is refused with its width', async () => {
    const small = await sharp(portrait).resize(200, 250).toBuffer();
    const far = await sharp({ create: { width: 640, height: 800, channels: 3, background: '#9aa4ac' } })
      .composite([{ input: small, left: 200, top: 300 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(await judgeUpload(far)).toMatchObject({
      reasonCode: 'face-too-small',
      reason: expect.stringMatching(/only \d\d pixels wide.*at least 64/),
    });
    // Every pixel of the upload counts, also of one that is shrunk to be judged.
    expect(await codeFor(await sharp(far).resize(1920).jpeg().toBuffer())).toBeUndefined();
  });

  test('a face out of focus is refused, and a slightly soft one is not', async () => {
    const softened = async (photo: Uint8Array, sigma: number) =>
      codeFor(await sharp(photo).blur(sigma).jpeg().toBuffer());
    expect([await softened(portrait, 1.5), await softened(portrait, 9)]).toEqual([undefined, 'blurry']);
    const real = await readFile('test/fixtures/faces/person-2012.jpg');
    expect([await softened(real, 3), await softened(real, 9)]).toEqual([undefined, 'blurry']);
  });

  test('a photograph without a face is refused, by its texture or by the camera that it names', async () => {
    expect(await codeFor(await drawTexture())).toBe('no-face');
    const wall = gradient(800, 1000);
    expect(await codeFor(await wall.clone().jpeg().toBuffer())).toBeUndefined();
    const taken = await wall
      .withExif({ IFD0: { Make: 'A camera' } })
      .jpeg()
      .toBuffer();
    expect(await codeFor(taken)).toBe('no-face');
  });

  test('a portrait that lies on its side, without saying so, is not refused as a photo without a face', async () => {
    // On its side, no face is found in this one.
    const turned = sharp(await drawPortrait(12, { width: 800, height: 1000 })).rotate(90);
    const named = await turned
      .withExif({ IFD0: { Make: 'A camera' } })
      .jpeg()
      .toBuffer();
    expect(await findFaces(await pixelsOf(named))).toEqual([]);
    expect(await codeFor(named)).toBeUndefined();
  });

  const SCREENS: [string, number, number, boolean][] = [
    ['of a phone', 1170, 2532, true],
    ['of a phone without a status bar', 1080, 2400, false],
    ['of a computer', 1920, 1080, false],
  ];
  test.each(SCREENS)(
    'a screenshot %s is refused by its size, plain areas and hard edges',
    async (_, width, height, bar) => {
      const screen = drawScreen(width, height, bar);
      expect(await codeFor(await screen.png().toBuffer())).toBe('screenshot');
    },
  );

  test('a screenshot of a portrait is refused by its status bar', async () => {
    const screen = await drawScreen(1170, 2532, true).png().toBuffer();
    const shown = await sharp(portrait).resize(1170, 1462).toBuffer();
    const both = sharp(screen).composite([{ input: shown, left: 0, top: 600 }]);
    expect(await codeFor(await both.png().toBuffer())).toBe('screenshot');
  });

  test('an image whose data call it a screenshot is refused, whatever it shows', async () => {
    const named = sharp(portrait).withExif({ IFD0: { ImageDescription: 'Screenshot' } });
    expect(await codeFor(await named.jpeg().toBuffer())).toBe('screenshot');
  });
});

describe('an upload is accepted when nothing speaks against it', () => {
  const marked = (...marks: [left: number, top: number][]) => {
    const input = { create: { width: 90, height: 30, channels: 3, background: '#111' } } as const;
    return plain(1080, 1920)
      .composite(marks.map(([left, top]) => ({ input, left, top })))
      .png();
  };
  const PLAIN: [string, () => Sharp][] = [
    ['noise', () => noise(900, 700).jpeg({ quality: 80 })],
    ['strong noise as PNG', () => noise(700, 800, 70).png()],
    ['a gradient', () => gradient(800, 1000).jpeg()],
    ['a gradient of the size of a screen, as PNG', () => gradient(1920, 1080).png()],
    ['a plain colour of the size of a screen, as PNG', () => plain(1080, 1920).png()],
    ['a mark at the left of what would be a status bar', () => marked([60, 30])],
    ['marks at the very top, where a status bar has a margin', () => marked([60, 0], [900, 0])],
    ['a screen of another size', () => drawScreen(1000, 1700, true).png()],
    ['a screen that was saved as JPEG', () => drawScreen(1170, 2532, true).jpeg()],
  ];
  test.each(PLAIN)('%s is accepted', async (_, draw) => {
    expect(await codeFor(await draw().toBuffer())).toBeUndefined();
  });

  test('a drawn portrait is accepted, as PNG of the size of a screen as well', async () => {
    const drawn = await drawPortrait(4, { width: 1170, height: 2532 });
    expect(await codeFor(drawn)).toBeUndefined();
    expect(await codeFor(await sharp(drawn).png({ compressionLevel: 1 }).toBuffer())).toBeUndefined();
  });

  test('only the file is judged when nothing is made of it', async () => {
    expect(await judgeUpload(await drawGroup(), 'file')).toEqual({
      accepted: true,
      type: 'image/jpeg',
      width: 1600,
      height: 1000,
    });
  });
});

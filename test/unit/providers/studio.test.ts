import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { planShots } from '../../../shared/domain/flow/shots.ts';
import { IMAGE_SIZES, renderSizes } from '../../../shared/images/image-sizes.ts';
import { composeHeadshot } from '../../../shared/providers/studio/compose-headshot.ts';
import { prepareSubject } from '../../../shared/providers/studio/prepare-subject.ts';
import { type Shot, shotOf, subjectFor, TONES } from '../../../shared/providers/studio/shots.ts';
import { decodeSubject, encodeSubject, type Subject } from '../../../shared/providers/studio/subject.ts';
import { developer } from '../../../shared/providers/studio/tones.ts';
import { composePortrait } from '../../support/composed-portraits.ts';

const shot: Shot = { backdrop: 'light-grey', crop: 'classic', tone: 'natural' };

let upload: Uint8Array;
let subject: Subject;

beforeAll(async () => {
  upload = await drawPortrait(4, { width: 800, height: 1000 });
  subject = await prepareSubject(upload);
});

/** The mean absolute difference of two images at thumbnail size, 0 to 255. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const pixels = (bytes: Uint8Array) =>
    sharp(bytes).resize(64, 80, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [left, right] = await Promise.all([pixels(a), pixels(b)]);
  return left.reduce((sum, value, i) => sum + Math.abs(value - (right[i] ?? 0)), 0) / left.length;
}

async function headshotOf(prepared: Subject, planned: Shot): Promise<Uint8Array> {
  return (await renderSizes(await composeHeadshot(prepared, planned))).original;
}

async function alphaAt({ alpha }: Subject): Promise<(x: number, y: number) => number> {
  const { data, info } = await sharp(alpha).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return (x, y) => data[Math.round(y) * info.width + Math.round(x)] ?? -1;
}

describe('the prepared subject', () => {
  it('the face of a subject is inside the image and every frame, with the eyes in the upper middle', () => {
    const { face, frames } = subject;
    expect(subject.doubts).toEqual([]);
    for (const frame of Object.values(frames)) {
      expect(face.left).toBeGreaterThan(frame.left);
      expect(face.top).toBeGreaterThan(frame.top);
      expect(face.left + face.width).toBeLessThan(frame.left + frame.width);
      expect(face.top + face.height).toBeLessThan(frame.top + frame.height);
      const eyes = (face.top + face.height * 0.3 - frame.top) / frame.height;
      expect(eyes).toBeGreaterThan(0.25);
      expect(eyes).toBeLessThan(0.5);
      expect(frame.width / frame.height).toBeCloseTo(0.8, 2);
    }
  });

  it('the cut-out of a subject keeps the whole face and nothing of the upper corners', async () => {
    const at = await alphaAt(subject);
    const { face, frames } = subject;
    for (const [u, v] of [
      [0.5, 0.5],
      [0.2, 0.4],
      [0.8, 0.4],
      [0.5, 0.95],
    ] as const) {
      expect(at(face.left + u * face.width, face.top + v * face.height)).toBe(255);
    }
    const top = Math.max(0, frames.wide.top) + 4;
    expect(at(Math.max(0, frames.wide.left) + 4, top)).toBe(0);
    const { width = 0 } = await sharp(subject.image).metadata();
    expect(at(Math.min(width, frames.wide.left + frames.wide.width) - 5, top)).toBe(0);
  });

  it('a subject is unchanged by encoding and decoding', () => {
    const restored = decodeSubject(encodeSubject(subject));
    expect({ ...restored, image: [...restored.image], alpha: [...restored.alpha] }).toEqual({
      ...subject,
      image: [...subject.image],
      alpha: [...subject.alpha],
    });
    expect(() => decodeSubject(new Uint8Array(40))).toThrow();
  });
});

describe('the headshot', () => {
  it('a headshot is a 4:5 JPEG of the original size without metadata', async () => {
    const { format, width, height, exif, icc } = await sharp(await headshotOf(subject, shot)).metadata();
    expect({ format, width, height, exif, icc }).toEqual({ format: 'jpeg', ...IMAGE_SIZES.original });
  });

  it('the same upload and shot give the same headshot, and another shot gives another', async () => {
    const first = await headshotOf(subject, shot);
    const repeated = await headshotOf(await prepareSubject(upload), shot);
    expect(Buffer.compare(first, repeated)).toBe(0);
    const other = await headshotOf(subject, { ...shot, backdrop: 'charcoal' });
    expect(await difference(first, other)).toBeGreaterThan(10);
  });

  it('a headshot of an upload that its EXIF data turn is upright', async () => {
    const rotated = await sharp(upload)
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const headshot = await headshotOf(await prepareSubject(rotated), shot);
    expect(await difference(headshot, await headshotOf(subject, shot))).toBeLessThan(3);
  });

  it('the upper corners of a headshot show the backdrop instead of the room', async () => {
    const { data } = await sharp(await headshotOf(subject, shot))
      .extract({ left: 0, top: 0, width: 200, height: 200 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(170);
  });

  it('a frame with fewer pixels than a photo is composed in the pixels of its subject', async () => {
    const frame = subject.frames[shot.crop];
    expect(frame.width).toBeLessThan(IMAGE_SIZES.original.width);
    const { width, height, data } = await composeHeadshot(subject, shot);
    expect({ width, height }).toEqual({ width: Math.round(frame.width), height: Math.round(frame.height) });
    expect(data).toHaveLength(width * height * 3);
  });

  it('a frame with more pixels than a photo is composed in the pixels of the photo', async () => {
    const large = await prepareSubject(await drawPortrait(4, { width: 3200, height: 4000 }));
    expect(large.frames.wide.width).toBeGreaterThan(IMAGE_SIZES.original.width);
    const { width, height } = await composeHeadshot(large, { ...shot, crop: 'wide' });
    expect({ width, height }).toEqual(IMAGE_SIZES.original);
  });

  it('an upload keeps its background where light colours the skin, or where nothing tells the person from the wall', async () => {
    const orange = await sharp(upload)
      .recomb([
        [1.1, 0, 0],
        [0, 0.9, 0],
        [0, 0, 0.4],
      ])
      .toBuffer();
    expect((await prepareSubject(orange)).doubts).toContain('unnatural colours');
    const untold = await composePortrait({ seed: 4, background: 'own colours' });
    expect((await prepareSubject(untold.upload)).doubts).toContain('old background');
  });

  it('an upload that is far too dark is brightened by more than twice', async () => {
    const dark = await prepareSubject(await sharp(upload).linear(0.3, 0).toBuffer());
    expect(dark.exposure).toBeGreaterThan(2);
  });

  it('an upload without a face still gives a headshot', async () => {
    const wall = await sharp({ create: { width: 700, height: 600, channels: 3, background: '#8899aa' } })
      .jpeg()
      .toBuffer();
    const faceless = await prepareSubject(wall);
    expect(faceless.doubts).toContain('no face');
    const { width, height } = await sharp(await headshotOf(faceless, shot)).metadata();
    expect({ width, height }).toEqual(IMAGE_SIZES.original);
  });
});

describe('the tone', () => {
  it.each(TONES)('the tone %s keeps the white balance of the person', (name) => {
    const grey = Uint8Array.of(150, 150, 150);
    developer(name, 1.2).image(grey, Uint8Array.of(255));
    expect(new Set(grey).size).toBe(1);
  });

  it('a tone changes every pixel that is seen like any other, and no transparent one', () => {
    const tone = developer('warm', 1.2);
    const pixel = [120, 60, 200];
    const finished = Uint8Array.from(pixel);
    tone.image(finished, Uint8Array.of(255));
    expect([...finished]).not.toEqual(pixel);
    const alpha = Uint8Array.of(0, 1, 255, 0, 0, 128, 255);
    const image = Uint8Array.from({ length: 3 * alpha.length }, (_, p) => pixel[p % 3] ?? 0);
    tone.image(image, alpha);
    expect([...image]).toEqual([...alpha].flatMap((opacity) => (opacity === 0 ? pixel : [...finished])));
  });
});

describe('shots', () => {
  const planned = planShots({ count: 40, perStyle: 1, choice: {}, key: '' });

  it('40 shots are all different, and neighbours have different backdrops', () => {
    const shots = planned.map(shotOf);
    expect(new Set(shots.map(({ backdrop, crop, tone }) => `${backdrop} ${crop} ${tone}`)).size).toBe(40);
    shots.slice(1).forEach((next, i) => {
      expect(next.backdrop).not.toBe(shots[i]?.backdrop);
    });
  });

  it.each([2, 3, 4, 5, 6])(
    'the shots show %d subjects in turn and equally often, in different looks',
    (count) => {
      const names = Array.from({ length: count }, (_, index) => index);
      const shots = planned.map((each) => ({ ...shotOf(each), subject: subjectFor(each, names) }));
      expect(shots.slice(0, count).map(({ subject }) => subject)).toEqual(names);
      for (const name of names) {
        const shown = shots.filter(({ subject }) => subject === name);
        expect(Math.abs(shown.length - 40 / count)).toBeLessThan(1);
        expect(new Set(shown.map(({ backdrop }) => backdrop)).size).toBeGreaterThan(5);
        expect(new Set(shown.map(({ crop, tone }) => `${crop} ${tone}`)).size / shown.length).toBeGreaterThan(
          0.6,
        );
      }
    },
  );
});

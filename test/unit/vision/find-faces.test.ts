import { describe, expect, test } from 'vitest';
import { drawPortrait } from '../../../demo/portraits.ts';
import { findFaces } from '../../../shared/vision/find-faces.ts';
import { drawGroup, pixelsOf } from '../../support/drawn-photos.ts';

describe('the faces of an image', () => {
  test.each([0, 3, 4, 7, 8, 11])(
    'are one for a drawn portrait, with the eyes in its upper half: person %i',
    async (seed) => {
      const faces = await findFaces(await pixelsOf(await drawPortrait(seed, { width: 640, height: 800 })));
      expect(faces).toHaveLength(1);
      for (const { box, eyes, score } of faces) {
        expect(score).toBeGreaterThan(0.7);
        expect(box.width / 640).toBeGreaterThan(0.2);
        expect(eyes.left.x).toBeLessThan(eyes.right.x);
        for (const eye of [eyes.left, eyes.right]) {
          expect(eye.x).toBeGreaterThan(box.left);
          expect(eye.x).toBeLessThan(box.left + box.width);
          expect(eye.y).toBeGreaterThan(box.top);
          expect(eye.y).toBeLessThan(box.top + box.height / 2);
        }
      }
    },
  );

  test('are both faces of a group, the wider one first, at their places', async () => {
    const faces = await findFaces(await pixelsOf(await drawGroup(0.5)));
    expect(faces).toHaveLength(2);
    const [near, far] = faces.map(({ box }) => ({ width: box.width, centre: box.left + box.width / 2 }));
    expect(near?.centre).toBeLessThan(800);
    expect(far?.centre).toBeGreaterThan(800);
    expect((far?.width ?? 0) / (near?.width ?? 1)).toBeLessThan(0.75);
  });

  test('are at the same place whatever the size of the image', async () => {
    const portrait = async (width: number) =>
      (await findFaces(await pixelsOf(await drawPortrait(5, { width, height: width * 1.25 }))))[0]?.box;
    const [small, large] = [await portrait(400), await portrait(1600)];
    for (const side of ['left', 'top', 'width'] as const) {
      expect((large?.[side] ?? 0) / 4).toBeCloseTo(small?.[side] ?? 0, -1);
    }
  });

  test.each(['#808080', '#e0b090'])('are none in a plain image of %s', async (background) => {
    const { r, g, b } = {
      r: Number.parseInt(background.slice(1, 3), 16),
      g: Number.parseInt(background.slice(3, 5), 16),
      b: Number.parseInt(background.slice(5, 7), 16),
    };
    const data = new Uint8Array(600 * 400 * 3);
    for (let i = 0; i < data.length; i += 3) data.set([r, g, b], i);
    expect(await findFaces({ width: 600, height: 400, data })).toEqual([]);
  });
});

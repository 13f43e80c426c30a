import { expect, test } from 'vitest';
import { isByLamplight, photoQualities } from '../../../shared/providers/studio/photo-quality.ts';
import type { ColourImage } from '../../../shared/providers/studio/raster.ts';

const face = { x: 200, y: 200, eyeDistance: 100 };
const person = { face, certain: true, alone: true, frontality: 1, calm: 1 };

/** Smooth skin with the sharp edges of eyes and mouth, by daylight. */
function drawFace(change: (value: number, channel: number) => number = (value) => value): ColourImage {
  const skin = [200, 150, 120];
  const data = Uint8Array.from({ length: 3 * 400 * 400 }, (_, p) => {
    const pixel = Math.floor(p / 3);
    const isFeature = (pixel % 400) % 60 < 20 && Math.floor(pixel / 400) % 60 < 20;
    const shade = 1 - Math.hypot((pixel % 400) - 200, Math.floor(pixel / 400) - 200) / 900;
    return change((isFeature ? 0.25 : shade) * (skin[p % 3] ?? 0), p % 3);
  });
  return { width: 400, height: 400, data };
}

const qualitiesOf = (image: ColourImage, exposure = 1) => photoQualities(image, person, 100, 100, exposure);

test('grain is not taken for sharpness', async () => {
  let state = 1;
  const grainy = drawFace((value) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.min(255, Math.max(0, value + (state >> 24) / 4));
  });
  expect((await qualitiesOf(drawFace())).sharpness).toBeGreaterThan(0.9);
  expect((await qualitiesOf(grainy)).sharpness).toBeLessThan(0.1);
});

test('a face in the orange light of lamps, and an upload that is far too dark, have no good light', async () => {
  const orange = drawFace((value, channel) => value * (channel === 2 ? 0.5 : 1));
  expect((await qualitiesOf(drawFace())).light).toBeGreaterThan(0.9);
  expect((await qualitiesOf(orange)).light).toBeLessThan(0.1);
  expect((await qualitiesOf(drawFace(), 1.6)).light).toBeLessThan(0.1);
  expect(await isByLamplight(drawFace(), face)).toBe(false);
  expect(await isByLamplight(orange, face)).toBe(true);
});

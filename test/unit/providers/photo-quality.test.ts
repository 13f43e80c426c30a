import { expect, test } from 'vitest';
import { hasOwnColour, photoQualities } from '../../../shared/providers/studio/photo-quality.ts';
import type { ColourImage } from '../../../shared/providers/studio/raster.ts';

const face = { x: 200, y: 200, eyeDistance: 100 };
const person = { face, certain: true, alone: true, frontality: 1, calm: 1 };

/** Smooth skin with the sharp edges of eyes and mouth, by daylight. */
function drawFace(
  change: (value: number, channel: number, x: number) => number = (value) => value,
): ColourImage {
  const skin = [200, 150, 120];
  const data = Uint8Array.from({ length: 3 * 400 * 400 }, (_, p) => {
    const pixel = Math.floor(p / 3);
    const isFeature = (pixel % 400) % 60 < 20 && Math.floor(pixel / 400) % 60 < 20;
    const shade = 1 - Math.hypot((pixel % 400) - 200, Math.floor(pixel / 400) - 200) / 900;
    return change((isFeature ? 0.25 : shade) * (skin[p % 3] ?? 0), p % 3, pixel % 400);
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

const lit = (...strengths: readonly number[]) =>
  drawFace((value, channel) => value * (strengths[channel] ?? 1));

test.each([
  ['the orange light of lamps', lit(1, 1, 0.5)],
  ['the blue light of a screen', lit(0.6, 0.9, 1.2)],
  ['green light', lit(0.9, 1.2, 0.8)],
  ['black and white', lit(0.6, 0.8, 1)],
])('a face in %s has no good light, and not its own colour', async (_, image) => {
  expect((await qualitiesOf(image)).light).toBeLessThan(0.1);
  expect(await hasOwnColour(image, face)).toBe(false);
});

test('a face by daylight has good light and its own colour, however dark the skin is', async () => {
  for (const image of [drawFace(), lit(0.55, 0.5, 0.46)]) {
    expect((await qualitiesOf(image)).light).toBeGreaterThan(0.9);
    expect(await hasOwnColour(image, face)).toBe(true);
  }
});

test('an upload that is far too dark, behind a haze or lit from one side alone has no good light', async () => {
  expect((await qualitiesOf(drawFace(), 1.8)).light).toBeLessThan(0.1);
  expect((await qualitiesOf(drawFace((value) => 130 + 0.45 * value))).light).toBeLessThan(0.1);
  const oneSided = drawFace((value, _, x) => (x < 200 ? value : value / 5));
  expect((await qualitiesOf(oneSided)).light).toBeLessThan(0.1);
});

test('a face that scowls rather than rests has no good expression', async () => {
  const scowling = { ...person, calm: 0.46 };
  expect((await photoQualities(drawFace(), scowling, 100, 100, 1)).expression).toBe(0);
});

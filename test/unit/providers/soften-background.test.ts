import { expect, test } from 'vitest';
import { createPlane } from '../../../shared/providers/studio/raster.ts';
import { softBackground } from '../../../shared/providers/studio/soften-background.ts';

test('the tone of a kept background has no edge beside the person', () => {
  const [width, height] = [400, 500];
  const image = { width, height, data: new Uint8Array(3 * width * height).fill(40) };
  const { alpha } = softBackground(image, createPlane(width, height), { x: 200, y: 150, eyeDistance: 40 });
  const steps = alpha.data.map((value, i) =>
    i % width === 0 ? 0 : Math.abs(value - (alpha.data[i - 1] ?? 0)),
  );
  expect(alpha.data.reduce((a, b) => Math.min(a, b))).toBeLessThan(0.7);
  expect(steps.reduce((a, b) => Math.max(a, b))).toBeLessThan(0.012);
});

/** Stripes, whose left half is hardly the person while the right half may be strands of hair; softened beside the head. */
function softened(bright: number): (x: number) => number {
  const [width, height] = [400, 500];
  // As sharp gives it: a Buffer, whose slices share its bytes.
  const data = Buffer.from(
    Uint8Array.from({ length: 3 * width * height }, (_, p) => (Math.floor(p / 3) % 4 < 2 ? 0 : bright)),
  );
  const photo = Buffer.from(data);
  const possible = createPlane(width, height);
  possible.data.forEach((_, i) => {
    possible.data[i] = i % width < width / 2 ? 0.08 : 0.2;
  });
  const { soften } = softBackground({ width, height, data }, possible, { x: 200, y: 150, eyeDistance: 40 });
  const row = soften({ width, height, data }).data.subarray(3 * 50 * width);
  expect(data.equals(photo)).toBe(true);
  return (x) => Math.abs((row[3 * x] ?? 0) - (row[3 * (x + 2)] ?? 0));
}

test('a wall that is hardly the person is out of focus, and what may be a strand of hair stays sharp', () => {
  const contrast = softened(16);
  expect(contrast(40)).toBeLessThan(4);
  expect(contrast(360)).toBe(16);
});

test('leaves, bricks and letters, beside which the blur would begin as a ring, stay as photographed', () => {
  expect(softened(200)(40)).toBe(200);
});

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

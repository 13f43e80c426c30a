import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FITTED, fittedSize, kept, LARGEST_SCALE, zoomedAt } from '../../../web/studio/zoom.ts';

const STAGE = { width: 400, height: 800 };
const IMAGE = { width: 1024, height: 1280 };

test('an image fits into the stage with its own ratio', () => {
  expect(fittedSize(IMAGE, STAGE)).toEqual({ width: 400, height: 500 });
  expect(fittedSize(IMAGE, { width: 1000, height: 500 })).toEqual({ width: 400, height: 500 });
});

test('the point under the fingers stays where it is while the image is zoomed', () => {
  const coordinate = fc.integer({ min: -200, max: 200 });
  const factor = fc.double({ min: 0.3, max: 3, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, factor, factor, (x, y, first, second) => {
      const before = zoomedAt(FITTED, { x: 10, y: -20 }, first);
      const after = zoomedAt(before, { x, y }, second);
      expect(after.scale).toBeGreaterThanOrEqual(1);
      expect(after.scale).toBeLessThanOrEqual(LARGEST_SCALE);
      expect((x - after.x) / after.scale).toBeCloseTo((x - before.x) / before.scale, 6);
      expect((y - after.y) / after.scale).toBeCloseTo((y - before.y) / before.scale, 6);
    }),
  );
});

test('an enlarged image cannot be moved away from the stage, and a fitted one not at all', () => {
  const fitted = fittedSize(IMAGE, STAGE);
  expect(kept({ scale: 1, x: 300, y: -300 }, fitted, STAGE)).toEqual({
    scale: 1,
    x: expect.closeTo(0),
    y: expect.closeTo(0),
  });
  // Twice as large it is 800 by 1000 in 400 by 800.
  expect(kept({ scale: 2, x: 999, y: -999 }, fitted, STAGE)).toEqual({ scale: 2, x: 200, y: -100 });
  expect(kept({ scale: 2, x: 50, y: 60 }, fitted, STAGE)).toEqual({ scale: 2, x: 50, y: 60 });
});

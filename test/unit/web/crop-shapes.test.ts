import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstPlacement,
  LARGEST_ZOOM,
  placed,
  placedSize,
  SHAPES,
  zoomedPlacement,
} from '../../../web/studio/crop-shapes.ts';

const IMAGE = { width: 1536, height: 1920 };

describe.each(SHAPES)('the shape $name', (shape) => {
  test('no placement leaves a gap', () => {
    const coordinate = fc.integer({ min: -5000, max: 5000 });
    const zoom = fc.double({ min: 0.1, max: 9, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, zoom, (x, y, wanted) => {
        const placement = placed(shape, IMAGE, { zoom: wanted, x, y });
        const { width, height } = placedSize(shape, IMAGE, placement.zoom);
        const [left, top] = [
          (shape.width - width) / 2 + placement.x,
          (shape.height - height) / 2 + placement.y,
        ];
        expect(top).toBeLessThanOrEqual(1e-6);
        expect(top + height).toBeGreaterThanOrEqual(shape.height - 1e-6);
        expect(left).toBeLessThanOrEqual(1e-6);
        expect(left + width).toBeGreaterThanOrEqual(shape.width - 1e-6);
      }),
    );
  });

  test('the first placement shows the upper part, where the face is, at the smallest zoom', () => {
    const placement = firstPlacement(shape, IMAGE);
    expect(placement).toMatchObject({ zoom: 1, x: 0 });
    expect(placement.y).toBeGreaterThanOrEqual(0);
  });

  test('zooming stays between the smallest and the largest size', () => {
    const start = firstPlacement(shape, IMAGE);
    const largest = zoomedPlacement(shape, IMAGE, start, { x: 0, y: 0 }, 100);
    expect(largest.zoom).toBe(LARGEST_ZOOM);
    // At its largest size, further zooming does not move it either.
    expect(zoomedPlacement(shape, IMAGE, largest, { x: 50, y: 20 }, 2)).toEqual(largest);
    expect(zoomedPlacement(shape, IMAGE, start, { x: 0, y: 0 }, 0.01).zoom).toBe(1);
  });
});

import { createPlane, type Plane } from './raster.ts';

/**
 * The cost of a step without a change of colour, so that a near seed is preferred to a far one of the same
 * colour.
 */
const STEP = 0.0008;
const SWEEPS = 3;

/**
 * The change of colour on the smoothest path from each pixel to the nearest seed (Bai and Sapiro, 2007).
 * `features` holds `stride` numbers per pixel, of which the first three are the colour, 0 to 1.
 */
export function geodesicDistance(
  features: Float32Array,
  stride: number,
  width: number,
  height: number,
  isSeed: (pixel: number) => boolean,
): Plane {
  const plane = createPlane(width, height);
  const distance = plane.data;
  for (let i = 0; i < distance.length; i++) distance[i] = isSeed(i) ? 0 : 1e6;
  const relax = (pixel: number, neighbour: number, length: number) => {
    const a = pixel * stride;
    const b = neighbour * stride;
    const change =
      Math.abs(features[a]! - features[b]!) +
      Math.abs(features[a + 1]! - features[b + 1]!) +
      Math.abs(features[a + 2]! - features[b + 2]!);
    const path = distance[neighbour]! + change + STEP * length;
    if (path < distance[pixel]!) distance[pixel] = path;
  };
  // Alternating sweeps find every shortest path but spirals, which do not occur in heads and rooms.
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (x > 0) relax(i, i - 1, 1);
        if (y > 0) relax(i, i - width, 1);
        if (x > 0 && y > 0) relax(i, i - width - 1, Math.SQRT2);
        if (x < width - 1 && y > 0) relax(i, i - width + 1, Math.SQRT2);
      }
    }
    for (let y = height - 1, i = width * height - 1; y >= 0; y--) {
      for (let x = width - 1; x >= 0; x--, i--) {
        if (x < width - 1) relax(i, i + 1, 1);
        if (y < height - 1) relax(i, i + width, 1);
        if (x < width - 1 && y < height - 1) relax(i, i + width + 1, Math.SQRT2);
        if (x > 0 && y < height - 1) relax(i, i + width - 1, Math.SQRT2);
      }
    }
  }
  return plane;
}

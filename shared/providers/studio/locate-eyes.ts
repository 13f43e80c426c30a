import type { FacePlace } from './person-shape.ts';
import { meanIn, type Plane, type SummedArea, summedArea } from './raster.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
  /** How much darker than its surroundings, 0 to 1. */
  readonly darkness: number;
}

/**
 * Measures the face anew by its two eyes: each is the darkest compact spot of its side, and both must make a
 * plausible pair. Finding the face tells where it is; this tells how large it is. Returns the place as it
 * was when no pair convinces.
 */
export function locateEyes(luma: Plane, rough: FacePlace): FacePlace {
  const area = summedArea(luma);
  const left = darkSpots(area, rough, -1);
  const right = darkSpots(area, rough, 1);
  let best = 0.02;
  let place = rough;
  for (const a of left) {
    for (const b of right) {
      const dx = b.x - a.x;
      const dy = b.y - a.y;
      const ratio = Math.hypot(dx, dy) / rough.eyeDistance;
      if (ratio < 0.7 || ratio > 1.75 || Math.abs(dy) > 0.3 * dx) continue;
      const x = (a.x + b.x) / 2;
      const y = (a.y + b.y) / 2;
      const off = Math.hypot(x - rough.x, y - rough.y) / rough.eyeDistance;
      const likeness =
        Math.min(a.darkness, b.darkness) +
        0.5 * Math.max(a.darkness, b.darkness) -
        0.1 * Math.abs(Math.log2(ratio / 1.1)) -
        0.08 * off -
        0.25 * Math.abs(dy / dx) +
        0.06 * ((y - rough.y) / rough.eyeDistance);
      if (likeness > best) {
        best = likeness;
        place = { x, y, eyeDistance: Math.hypot(dx, dy) };
      }
    }
  }
  return place;
}

function darkSpots(area: SummedArea, rough: FacePlace, side: -1 | 1): Spot[] {
  const d = rough.eyeDistance;
  const spots: Spot[] = [];
  const step = Math.max(1, d / 24);
  for (let v = -0.4; v <= 0.45; v += step / d) {
    for (let u = 0.15; u <= 1.05; u += step / d) {
      const x = rough.x + side * u * d;
      const y = rough.y + v * d;
      const mean = (halfWidth: number, halfHeight: number) =>
        meanIn(area, x - halfWidth * d, y - halfHeight * d, x + halfWidth * d, y + halfHeight * d, 1);
      const inner = mean(0.11, 0.09);
      const middle = mean(0.2, 0.12);
      const outer = mean(0.45, 0.32);
      const darkness = outer - 0.5 * (inner + middle);
      if (darkness > 0.02) spots.push({ x, y, darkness });
    }
  }
  spots.sort((a, b) => b.darkness - a.darkness);
  const kept: Spot[] = [];
  for (const spot of spots) {
    if (kept.length >= 6) break;
    if (!kept.some((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < 0.2 * d)) kept.push(spot);
  }
  return kept;
}

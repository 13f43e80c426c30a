import type { FacePlace } from './person-shape.ts';
import { meanIn, type SummedArea } from './raster.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
  /** The difference in lightness from its surroundings, 0 to 1. */
  readonly darkness: number;
}

export interface EyePair extends FacePlace {
  /**
   * The darkness of both eyes, chiefly of the fainter one, and the fit of the pair; about 0.1 to 0.4 for
   * faces.
   */
  readonly likeness: number;
  /** The slope of the line through both eyes: 0 for a level head. */
  readonly slope: number;
}

/**
 * Measures a face by its two eyes. Each eye is a dark, compact spot of its side, and both must make a
 * plausible pair. The search for the face gives its place; this gives its size. Undefined when there is no
 * plausible pair. `skin` is undefined for an image without colour.
 */
export function locateEyes(
  light: SummedArea,
  skin: SummedArea | undefined,
  rough: FacePlace,
): EyePair | undefined {
  const left = darkSpots(light, skin, rough, -1);
  const right = darkSpots(light, skin, rough, 1);
  let best: EyePair | undefined;
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
      if (likeness > (best?.likeness ?? 0.02)) {
        best = { x, y, eyeDistance: Math.hypot(dx, dy), likeness, slope: dy / dx };
      }
    }
  }
  return best;
}

/** Left, top, right and bottom, in eye distances from the spot. */
type Patch = readonly [number, number, number, number];

const PUPIL: Patch = [-0.11, -0.09, 0.11, 0.09];
const LIDS: Patch = [-0.2, -0.12, 0.2, 0.12];
const SOCKET: Patch = [-0.45, -0.32, 0.45, 0.32];
/** The patches beside and below an eye, which are bare skin. Hair is as dark, but has no skin around it. */
const BESIDE: readonly Patch[] = [
  [-0.54, -0.1, -0.38, 0.14],
  [0.38, -0.1, 0.54, 0.14],
  [-0.15, 0.24, 0.15, 0.44],
];

function darkSpots(light: SummedArea, skin: SummedArea | undefined, rough: FacePlace, side: -1 | 1): Spot[] {
  const d = rough.eyeDistance;
  const spots: Spot[] = [];
  const step = Math.max(1, d / 24);
  for (let v = -0.4; v <= 0.45; v += step / d) {
    for (let u = 0.15; u <= 1.05; u += step / d) {
      const x = rough.x + side * u * d;
      const y = rough.y + v * d;
      const mean = (area: SummedArea, [left, top, right, bottom]: Patch) =>
        meanIn(area, x + left * d, y + top * d, x + right * d, y + bottom * d, 0);
      const spot = (mean(light, PUPIL) + mean(light, LIDS)) / 2;
      const beside = Math.min(...BESIDE.map((patch) => mean(light, patch)));
      const bare = skin ? Math.min(...BESIDE.map((patch) => mean(skin, patch))) : 1;
      const darkness =
        (0.6 * beside + 0.4 * mean(light, SOCKET) - spot) * (0.35 + 0.65 * Math.min(1, bare / 0.4));
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

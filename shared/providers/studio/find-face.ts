import {
  type ColourImage,
  clamp,
  lumaOf,
  meanIn,
  type Plane,
  type SummedArea,
  summedArea,
} from './raster.ts';
import { skinLikelihood } from './skin.ts';

/**
 * A frontal face by the measure all its proportions follow from: the point midway between the eyes, and
 * the distance between them, in pixels.
 */
export interface Face {
  readonly x: number;
  readonly y: number;
  readonly eyeDistance: number;
  /** How much the place looks like a face; above `CERTAIN_FACE` it hardly ever is anything else. */
  readonly score: number;
}

export const CERTAIN_FACE = 1;

const SMALLEST_EYE_DISTANCE = 6;

/**
 * The most face-like place of the picture: skin framed by something else, two dark eyes under brows with
 * bright cheeks below and a bright bridge between, a mouth in its place, and both halves alike. Every
 * position and size is weighed, in constant time each through summed areas.
 */
export function findFace(image: ColourImage): Face {
  const evidence = gatherEvidence(image);
  const side = Math.min(image.width, image.height);
  const candidates: Face[] = [];
  for (let d = SMALLEST_EYE_DISTANCE; d < side * 0.36; d *= 1.12) {
    const step = Math.max(1, Math.round(d / 8));
    for (let y = Math.round(d * 0.8); y < image.height - d * 1.2; y += step) {
      for (let x = Math.round(d * 0.8); x < image.width - d * 0.8; x += step) {
        const score = scoreAt(evidence, x, y, d);
        if (score > 0.2) candidates.push({ x, y, eyeDistance: d, score });
      }
    }
  }
  const best = strongest(candidates, 24)
    .map((face) => refine(evidence, face))
    .reduce<Face | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  return best ?? { x: image.width / 2, y: image.height * 0.4, eyeDistance: side * 0.12, score: 0 };
}

interface Evidence {
  readonly luma: Plane;
  readonly light: SummedArea;
  readonly lightSquared: SummedArea;
  readonly skin: SummedArea;
  /** Whether there is colour to judge skin by. */
  readonly coloured: boolean;
}

function gatherEvidence(image: ColourImage): Evidence {
  const luma = lumaOf(image);
  const squared = { ...luma, data: luma.data.map((value) => value * value) };
  return {
    luma,
    light: summedArea(luma),
    lightSquared: summedArea(squared),
    skin: summedArea(skinLikelihood(image)),
    coloured: isColoured(image),
  };
}

function isColoured({ data }: ColourImage): boolean {
  let difference = 0;
  for (let p = 0; p < data.length; p += 3) difference += Math.abs(data[p]! - data[p + 2]!);
  return difference / (data.length / 3) > 4;
}

/** All rectangles below are in eye distances from the point between the eyes. */
function scoreAt(evidence: Evidence, x: number, y: number, d: number): number {
  const { light, skin, coloured } = evidence;
  const mean = (area: SummedArea, left: number, top: number, right: number, bottom: number, outside = 0) =>
    meanIn(area, x + left * d, y + top * d, x + right * d, y + bottom * d, outside);

  let skinScore = 0.55;
  if (coloured) {
    const inner = (mean(skin, -0.7, 0.2, 0.7, 1.3) * 2 + mean(skin, -0.5, -0.8, 0.5, -0.4)) / 3;
    if (inner < 0.2) return 0;
    const left = mean(skin, -1.75, -0.6, -1.2, 1);
    const right = mean(skin, 1.2, -0.6, 1.75, 1);
    const above = mean(skin, -0.8, -2.1, 0.8, -1.5);
    skinScore = inner - 0.3 * (left + right) - 0.3 * above;
    if (skinScore < 0.05) return 0;
  }

  const average = mean(light, -0.9, -0.6, 0.9, 1.4);
  const spread = Math.sqrt(
    Math.max(0, mean(evidence.lightSquared, -0.9, -0.6, 0.9, 1.4) - average * average) + 0.0009,
  );
  const eyeLeft = mean(light, -0.72, -0.15, -0.28, 0.13);
  const eyeRight = mean(light, 0.28, -0.15, 0.72, 0.13);
  const cheekLeft = mean(light, -0.75, 0.35, -0.3, 0.75);
  const cheekRight = mean(light, 0.3, 0.35, 0.75, 0.75);
  const bridge = mean(light, -0.14, -0.2, 0.14, 0.35);
  const darkness = Math.min(cheekLeft - eyeLeft, cheekRight - eyeRight) / spread;
  const between = (bridge - Math.max(eyeLeft, eyeRight)) / spread;
  if (darkness < 0.2 || between < 0) return 0;
  const mouth = mean(light, -0.4, 0.9, 0.4, 1.15);
  const chin = mean(light, -0.35, 1.3, 0.35, 1.6);
  const lip = mean(light, -0.3, 0.62, 0.3, 0.82);
  const mouthScore = clamp(((chin + lip) / 2 - mouth) / spread, -0.5, 0.8);
  const patches = [cheekLeft, cheekRight, bridge, lip, chin];
  const level = patches.reduce((sum, value) => sum + value, 0) / patches.length;
  const uneven =
    (Math.abs(eyeLeft - eyeRight) +
      Math.sqrt(patches.reduce((sum, value) => sum + (value - level) ** 2, 0) / patches.length)) /
    spread;

  return (
    1.1 * skinScore +
    0.3 * clamp(darkness, 0, 1.6) +
    0.25 * clamp(between, 0, 1.5) +
    0.2 * mouthScore -
    0.3 * uneven +
    sizeBonus(evidence, d)
  );
}

/** A photo meant as a portrait shows its face large: between equals the larger one wins. */
function sizeBonus({ luma }: Evidence, d: number): number {
  return 0.2 * clamp(Math.log2(d / (Math.min(luma.width, luma.height) * 0.1)), -2.5, 0.8);
}

function strongest(candidates: Face[], count: number): Face[] {
  candidates.sort((a, b) => b.score - a.score);
  const kept: Face[] = [];
  for (const face of candidates) {
    if (kept.length >= count) break;
    const known = kept.some(
      (other) =>
        Math.hypot(other.x - face.x, other.y - face.y) < other.eyeDistance * 0.5 &&
        Math.abs(Math.log2(other.eyeDistance / face.eyeDistance)) < 0.5,
    );
    if (!known) kept.push(face);
  }
  return kept;
}

/** Climbs to the best position and size nearby, then lets the symmetry of the halves speak. */
function refine(evidence: Evidence, start: Face): Face {
  let best = start;
  for (let round = 0; round < 6; round++) {
    const from = best;
    const step = Math.max(0.5, from.eyeDistance / 16);
    for (const [dx, dy, zoom] of NEIGHBOURS) {
      const x = from.x + dx * step;
      const y = from.y + dy * step;
      const eyeDistance = from.eyeDistance * zoom;
      const score = scoreAt(evidence, x, y, eyeDistance);
      if (score > best.score) best = { x, y, eyeDistance, score };
    }
    if (best === from) break;
  }
  return { ...best, score: best.score + 0.5 * symmetry(evidence.luma, best) };
}

const NEIGHBOURS: readonly (readonly [number, number, number])[] = [
  [1, 0, 1],
  [-1, 0, 1],
  [0, 1, 1],
  [0, -1, 1],
  [0, 0, 1.05],
  [0, 0, 0.95],
];

/** The correlation of the face with its mirror image: 1 for a perfectly even face, about 0 for clutter. */
function symmetry(luma: Plane, face: Face): number {
  const at = (u: number, v: number) => {
    const x = clamp(Math.round(face.x + u * face.eyeDistance), 0, luma.width - 1);
    const y = clamp(Math.round(face.y + v * face.eyeDistance), 0, luma.height - 1);
    return luma.data[y * luma.width + x]!;
  };
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let v = -0.5; v <= 1.4; v += 0.1) {
    for (let u = 0.05; u <= 0.85; u += 0.1) {
      const a = at(-u, v);
      const b = at(u, v);
      n++;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const covariance = sumAB - (sumA * sumB) / n;
  const variance = Math.sqrt((sumAA - (sumA * sumA) / n) * (sumBB - (sumB * sumB) / n));
  return variance > 1e-6 ? covariance / variance : 0;
}

import { type EyePair, locateEyes } from './locate-eyes.ts';
import type { FacePlace } from './person-shape.ts';
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
 * A frontal face, described by the point midway between the eyes and the distance between them, in pixels.
 * All other proportions follow from these.
 */
export interface Face extends FacePlace {
  /** The likeness to a face. In a colour photo, hardly anything but a face reaches `CERTAIN_FACE`. */
  readonly score: number;
}

export const CERTAIN_FACE = 0.8;

const SMALLEST_EYE_DISTANCE = 6;

/**
 * The place of the image that is most like a face: skin with something else around it, two dark eyes with
 * bright cheeks below and a bright bridge between them, a mouth, and two similar halves. Every position and
 * size is scored, each in constant time through summed areas.
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
  const best = strongest(candidates, 40)
    .map((face) => verify(evidence, climb(evidence, face)))
    .reduce<Face | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  return best ?? { x: image.width / 2, y: image.height * 0.4, eyeDistance: side * 0.12, score: 0 };
}

interface Evidence {
  readonly luma: Plane;
  readonly light: SummedArea;
  readonly lightSquared: SummedArea;
  readonly skin: SummedArea;
  /** Whether the image has colour, by which skin can be recognised. */
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

/** The score of one position and size. Rectangles are in eye distances from the point between the eyes. */
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
  if (darkness < 0.05 || between < -0.4) return 0;
  const mouth = mean(light, -0.4, 0.9, 0.4, 1.15);
  const chin = mean(light, -0.35, 1.3, 0.35, 1.6);
  const lip = mean(light, -0.3, 0.62, 0.3, 0.82);
  const mouthScore = clamp(((chin + lip) / 2 - mouth) / spread, -0.5, 0.8);
  const uneven =
    (Math.abs(eyeLeft - eyeRight) + deviation([cheekLeft, cheekRight, bridge, lip, chin])) / spread;

  return (
    1.1 * skinScore +
    0.3 * clamp(darkness, 0, 1.6) +
    0.25 * clamp(between, 0, 1.5) +
    0.2 * mouthScore -
    0.3 * uneven +
    placeBonus(evidence, { x, y, eyeDistance: d })
  );
}

/** The standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * The score of a place within the image: portraits show the face large, whole, near the centre and rather
 * high.
 */
function placeBonus({ luma }: Evidence, { x, y, eyeDistance }: FacePlace): number {
  const size = clamp(Math.log2(eyeDistance / (Math.min(luma.width, luma.height) * 0.1)), -2.5, 0);
  const aside = Math.abs(x / luma.width - 0.5);
  const low = Math.max(0, y / luma.height - 0.5);
  const cutOff = Math.max(
    0,
    eyeDistance - x,
    x + eyeDistance - luma.width,
    y + 1.8 * eyeDistance - luma.height,
  );
  return 0.4 * size - 0.5 * aside - 0.8 * low - (0.8 * cutOff) / eyeDistance;
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

/** Improves position and size step by step, up to the best score nearby. */
function climb(evidence: Evidence, start: Face): Face {
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
  return best;
}

/** Scores a candidate in detail: two eyes and a mouth, similar halves, and skin up to the outline. */
function verify(evidence: Evidence, candidate: Face): Face {
  const eyes = locateEyes(evidence.light, evidence.coloured ? evidence.skin : undefined, candidate);
  if (!eyes) return { ...candidate, score: 0 };
  const { x, y, eyeDistance: d } = eyes;
  const mean = (area: SummedArea, left: number, top: number, right: number, bottom: number) =>
    meanIn(area, x + left * d, y + top * d, x + right * d, y + bottom * d, 0);
  const average = mean(evidence.light, -0.8, -0.5, 0.8, 1.4);
  const variance = mean(evidence.lightSquared, -0.8, -0.5, 0.8, 1.4) - average * average;
  const spread = Math.sqrt(Math.max(variance, 0.0009));
  const mouth = mean(evidence.light, -0.3, 0.92, 0.3, 1.18);
  const around = mean(evidence.light, -0.3, 0.6, 0.3, 0.8) + mean(evidence.light, -0.3, 1.3, 0.3, 1.6);
  const inside =
    0.7 * mean(evidence.skin, -0.7, 0.2, 0.7, 1.4) + 0.3 * mean(evidence.skin, -0.4, -0.7, 0.4, -0.3);
  const outside =
    (mean(evidence.skin, -1.9, -1, -1.3, 1) +
      mean(evidence.skin, 1.3, -1, 1.9, 1) +
      mean(evidence.skin, -0.8, -2.2, 0.8, -1.6)) /
    3;
  const bare = Math.max(0, 0.45 - inside);
  const skin = evidence.coloured ? inside - 0.7 * outside - 2 * bare : 0.5;
  const bright = [
    mean(evidence.light, -0.75, 0.35, -0.35, 0.75),
    mean(evidence.light, 0.35, 0.35, 0.75, 0.75),
    mean(evidence.light, -0.15, -0.1, 0.15, 0.4),
  ];
  return {
    x,
    y,
    eyeDistance: d,
    score:
      0.4 * candidate.score +
      0.8 * skin +
      0.5 * clamp(eyes.likeness / spread, 0, 1.6) +
      0.2 * clamp((around / 2 - mouth) / spread, -0.5, 1) +
      0.7 * symmetry(evidence.light, eyes) -
      (0.6 * deviation(bright)) / spread +
      placeBonus(evidence, eyes),
  };
}

const NEIGHBOURS: readonly (readonly [number, number, number])[] = [
  [1, 0, 1],
  [-1, 0, 1],
  [0, 1, 1],
  [0, -1, 1],
  [0, 0, 1.05],
  [0, 0, 0.95],
];

/** The correlation of the left half with the right one: 1 for a symmetrical face, about 0 for clutter. */
function symmetry(light: SummedArea, face: EyePair): number {
  const { x, y, eyeDistance: d, slope } = face;
  const at = (u: number, v: number) => {
    const column = x + (u - slope * v) * d;
    const row = y + (v + slope * u) * d;
    return meanIn(light, column - 0.08 * d, row - 0.08 * d, column + 0.08 * d, row + 0.08 * d, 0);
  };
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let v = -0.5; v <= 1.4; v += 0.1) {
    for (let u = 0.1; u <= 0.8; u += 0.1) {
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

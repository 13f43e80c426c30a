import { openImage } from '../../images/decode.ts';
import type { LocatedPerson } from './locate-person.ts';
import type { FacePlace } from './person-shape.ts';
import { type ColourImage, clamp, lumaOf, type Plane, smoothstep } from './raster.ts';

/** The qualities of an upload, each from 0 to 1. */
export interface Qualities {
  readonly sharpness: number;
  readonly light: number;
  /** The size of the face in the upload. */
  readonly size: number;
  readonly frontality: number;
  /** 0 when the upload's upper side cuts the hair off. */
  readonly headroom: number;
  /** The sureness of the edges of the cut; 0 when the subject keeps its own background. */
  readonly edges: number;
  /** 0 for a face that scowls, weeps or speaks, which is not shown beside any other one. */
  readonly expression: number;
  /** 1 for exactly one person, 0 for none or several. */
  readonly onePerson: number;
}

/** The share of the worth that is lost when a quality is 0. */
const WEIGHTS: Record<keyof Qualities, number> = {
  expression: 0.98,
  onePerson: 0.8,
  size: 0.7,
  edges: 0.6,
  sharpness: 0.6,
  frontality: 0.5,
  light: 0.75,
  headroom: 0.4,
};

/** The worth of an upload for headshots, from 0 to 1, for choosing among the uploads of a member. */
export function worthOf(qualities: Qualities): number {
  let worth = 1;
  for (const [quality, value] of Object.entries(qualities)) {
    const weight = WEIGHTS[quality as keyof Qualities];
    worth *= 1 - weight + weight * clamp(value, 0, 1);
  }
  return worth;
}

/** The eye distances, in pixels of the upload, between which the size of the face matters. */
const SMALL_FACE = 20;
const LARGE_FACE = 130;
/** The eye distance at which sharpness and light are measured, and the measured sharpness of blurred and sharp faces. */
const MEASURED = 100;
const BLURRED = 0.06;
const SHARP = 0.3;
/**
 * The contrast of the finest details in most of a face, as a share of all contrast, between which grain shows: skin is
 * smooth, and grain is everywhere.
 */
const SMOOTH = 0.4;
const GRAINY = 0.7;
/**
 * The share of blue to red in the brighter half of a face. Skin of every colour has 0.42 to 0.92 by daylight and in
 * photos whose white is right, less by the light of lamps, and more by that of screens and in black and white.
 */
const LAMPLIGHT = 0.3;
const DAYLIGHT = [0.38, 0.95] as const;
const COLOURLESS = 1;
/** The share of green to the mean of red and blue, at most 1.01 by daylight, between which skin turns green. */
const HEALTHY = 1.02;
const GREEN = 1.06;
/** The darkest parts of a face, at most 0.35 in clear photos, between which a haze hides the eyes. */
const CLEAR = 0.38;
const HAZY = 0.5;
/** The shares of the brighter side of a face to the darker one between which a side is lost in the shadow. */
const SHADED = 2.3;
const LOST = 4;
/** The least likelihood of a calm face: from here on it is calm rather than not. */
const CALM = 0.5;

/**
 * The qualities that do not depend on the cut. `located` is in pixels of `image`; `eyeDistance` and `headroom`, the
 * distance from the hair to the upper side, are in pixels of the upload. `exposure` is the factor that the upload needs.
 */
export async function photoQualities(
  image: ColourImage,
  located: LocatedPerson,
  eyeDistance: number,
  headroom: number,
  exposure: number,
): Promise<Omit<Qualities, 'edges'>> {
  const coloured = await faceOf(image, located.face);
  const face = lumaOf(coloured);
  return {
    sharpness: sharpnessOf(face),
    light: lightOf(face) * (1 - smoothstep(1.13, 1.8, exposure)) * colourOf(coloured),
    size: smoothstep(SMALL_FACE, LARGE_FACE, eyeDistance),
    frontality: located.frontality,
    headroom: smoothstep(-0.05, 0.15, headroom / eyeDistance),
    expression: located.calm >= CALM ? 1 : 0,
    onePerson: located.certain && located.alone ? 1 : 0,
  };
}

/**
 * Whether the skin has its own colour. Coloured light and black and white show before a backdrop, but not in the room
 * that they share.
 */
export async function hasOwnColour(image: ColourImage, face: FacePlace): Promise<boolean> {
  return colourOf(await faceOf(image, face)) === 1;
}

/** The face from brows to chin, no larger than `MEASURED` says. */
async function faceOf(
  { width, height, data }: ColourImage,
  { x, y, eyeDistance: d }: FacePlace,
): Promise<ColourImage> {
  const left = clamp(Math.round(x - 0.9 * d), 0, width - 1);
  const top = clamp(Math.round(y - 0.5 * d), 0, height - 1);
  const box = {
    left,
    top,
    width: clamp(Math.round(1.8 * d), 1, width - left),
    height: clamp(Math.round(1.9 * d), 1, height - top),
  };
  const shrunk = await openImage(data, { raw: { width, height, channels: 3 } })
    .extract(box)
    .resize({ width: Math.round(1.8 * MEASURED), fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: shrunk.info.width, height: shrunk.info.height, data: shrunk.data };
}

/** By the share of the contrast that is in the finest details: low for a blurred face, and high in most places for grain. */
function sharpnessOf({ width, height, data }: Plane): number {
  const details = new Float32Array(data.length);
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  let fine = 0;
  let all = 1e-6;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      details[i] = (4 * data[i]! - data[i - 1]! - data[i + 1]! - data[i - width]! - data[i + width]!) ** 2;
      fine += details[i]!;
      all += (data[i]! - mean) ** 2;
    }
  }
  const grain = Math.sqrt((details.sort()[data.length >> 1]! * data.length) / all);
  return smoothstep(BLURRED, SHARP, Math.sqrt(fine / all)) * (1 - smoothstep(SMOOTH, GRAINY, grain));
}

/** 1 for skin by daylight, 0 for orange, blue, green and grey. */
function colourOf(face: ColourImage): number {
  const luma = lumaOf(face).data;
  const median = Float32Array.from(luma).sort()[luma.length >> 1]!;
  let [red, green, blue] = [1, 1, 1];
  for (let i = 0, p = 0; i < luma.length; i++, p += 3) {
    if (luma[i]! < median) continue;
    red += face.data[p]!;
    green += face.data[p + 1]!;
    blue += face.data[p + 2]!;
  }
  return (
    smoothstep(LAMPLIGHT, DAYLIGHT[0], blue / red) *
    (1 - smoothstep(DAYLIGHT[1], COLOURLESS, blue / red)) *
    (1 - smoothstep(HEALTHY, GREEN, (2 * green) / (red + blue)))
  );
}

/**
 * Neither burnt out nor without light, and on both sides. It does not judge how bright the skin is: dark skin in good
 * light has as much contrast as fair skin.
 */
function lightOf({ width, data }: Plane): number {
  const sorted = Float32Array.from(data).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  const burnt = data.reduce((sum, value) => sum + (value > 0.97 ? 1 : 0), 0) / data.length;
  const sides = [0, 0];
  data.forEach((value, i) => {
    sides[i % width < width / 2 ? 0 : 1]! += value;
  });
  return (
    (1 - smoothstep(CLEAR, HAZY, at(0.02))) *
    (1 - smoothstep(SHADED, LOST, Math.max(...sides) / Math.max(1, Math.min(...sides)))) *
    smoothstep(0.06, 0.25, at(0.95) - at(0.05)) *
    (1 - smoothstep(0.03, 0.25, burnt)) *
    smoothstep(0.08, 0.25, at(0.9))
  );
}

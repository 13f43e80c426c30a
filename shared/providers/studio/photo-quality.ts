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
 * The share of blue to red in the brighter half of a face. Skin of every colour has 0.43 and more by daylight and in
 * photos whose white is right, and less by the light of lamps.
 */
const LAMPLIGHT = 0.3;
const DAYLIGHT = 0.38;
/** The least likelihood of a calm face. Of 197 faces of photos, 18 are below it. */
const CALM = 0.25;

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
    light:
      lightOf(face) *
      (1 - smoothstep(1.1, 1.6, exposure)) *
      smoothstep(LAMPLIGHT, DAYLIGHT, blueToRed(coloured)),
    size: smoothstep(SMALL_FACE, LARGE_FACE, eyeDistance),
    frontality: located.frontality,
    headroom: smoothstep(-0.05, 0.15, headroom / eyeDistance),
    expression: located.calm >= CALM ? 1 : 0,
    onePerson: located.certain && located.alone ? 1 : 0,
  };
}

/** Whether the light of lamps makes the skin orange, which shows before a backdrop, but not in the room that it lights. */
export async function isByLamplight(image: ColourImage, face: FacePlace): Promise<boolean> {
  return blueToRed(await faceOf(image, face)) < DAYLIGHT;
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

function blueToRed(face: ColourImage): number {
  const luma = lumaOf(face).data;
  const median = Float32Array.from(luma).sort()[luma.length >> 1]!;
  let red = 1;
  let blue = 1;
  for (let i = 0, p = 0; i < luma.length; i++, p += 3) {
    if (luma[i]! < median) continue;
    red += face.data[p]!;
    blue += face.data[p + 2]!;
  }
  return blue / red;
}

/**
 * Neither burnt out nor without light. It does not judge how bright the skin is: dark skin in good light has as much
 * contrast as fair skin.
 */
function lightOf({ data }: Plane): number {
  const sorted = Float32Array.from(data).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  const burnt = data.reduce((sum, value) => sum + (value > 0.97 ? 1 : 0), 0) / data.length;
  return (
    smoothstep(0.06, 0.25, at(0.95) - at(0.05)) *
    (1 - smoothstep(0.03, 0.25, burnt)) *
    smoothstep(0.08, 0.25, at(0.9))
  );
}

import { distanceFromOutline, type FacePlace } from './person-shape.ts';
import { boxBlur, type ColourImage, map, type Plane, rowsOf, smoothstep } from './raster.ts';

/** The share of the background's colour that the backdrop replaces in the corners. */
const TINT = 0.4;

/** Lengths in eye distances. The tint begins outside of the head, so that no glow follows its outline. */
const TINT_FROM = 2.2;
const TINT_FULL = 7;
/** The distance from the person at which nothing holds the tint back, so that it has no edge where the blur begins. */
const TINT_REACH = 2.5;
const MARGIN = 0.05;
/** The least likelihood of a pixel of the person: rough walls beside the head mostly have less, strands and earrings more. */
const POSSIBLE = 0.15;
/** The radii of the blurs, from the person outwards, and how far from the person each of them is reached. */
const BLURS = [
  { radius: 0.035, reach: 0.3 },
  { radius: 0.08, reach: 0.9 },
] as const;
/** The mean change of a background by the blur, of channels from 0 to 255, from which on its beginning shows as a ring. */
const ROUGH = 10;

export interface SoftBackground {
  /** Puts the background of the image, at any size, out of focus. */
  soften(image: ColourImage): ColourImage;
  /** The share of each pixel that stays: 1 for the person and around, less in toned corners. */
  readonly alpha: Plane;
}

/**
 * Puts the background a little out of focus and keeps the person as photographed, for an upload whose edges are not
 * sure. All that may be the person stays sharp: a little sharp background is not noticed, a blurred strand of hair is.
 * The blur grows slowly with the distance and takes no colour from the person, so that no ring shows where it begins.
 * Before leaves, bricks and letters it would show all the same: they stay as photographed.
 */
export function softBackground(image: ColourImage, possible: Plane, face: FacePlace): SoftBackground {
  const { width, height } = image;
  const pixels = (eyeDistances: number) => Math.max(1, Math.round(eyeDistances * face.eyeDistance));
  const outline = distanceFromOutline(width, height, face);
  const kept = map(possible, (likelihood, i) => (likelihood > POSSIBLE || outline.data[i]! < -0.3 ? 1 : 0));
  const sharp = map(boxBlur(kept, pixels(MARGIN)), (share) => smoothstep(0, 0.3, share));
  const background = map(sharp, (share) => 1 - share);
  const steps = BLURS.map(({ radius, reach }) => ({
    layers: blurOf(image, background, pixels(radius)),
    share: outwards(sharp, pixels(reach)),
  }));
  const rough = changeBy(steps.at(-1)!.layers, image, background) > ROUGH;
  return {
    alpha: map(outwards(sharp, pixels(TINT_REACH)), (share, i) => {
      const x = ((i % width) - face.x) / face.eyeDistance;
      const y = (Math.floor(i / width) - face.y) / face.eyeDistance;
      return 1 - TINT * share * smoothstep(TINT_FROM, TINT_FULL, Math.hypot(x, y));
    }),
    soften: (large) =>
      rough ? large : steps.reduce((softer, { layers, share }) => blend(softer, layers, share), large),
  };
}

/** The mean change of the background by a blur. */
function changeBy(layers: Layers, image: ColourImage, background: Plane): number {
  let [change, area] = [0, 1e-6];
  background.data.forEach((share, i) => {
    area += 3 * share;
    layers.forEach((layer, k) => {
      change += share * Math.abs(layer.data[i]! - image.data[3 * i + k]!);
    });
  });
  return change / area;
}

type Layers = readonly [Plane, Plane, Plane];

/** The blurred background, to which the person contributes no colour. */
function blurOf(image: ColourImage, weight: Plane, radius: number): Layers {
  const weights = boxBlur(boxBlur(weight, radius), radius);
  const layer = (channel: number): Plane => {
    const weighted = map(weight, (share, i) => image.data[3 * i + channel]! * (share + 1e-4));
    return map(boxBlur(boxBlur(weighted, radius), radius), (sum, i) => sum / (weights.data[i]! + 1e-4));
  };
  return [layer(0), layer(1), layer(2)];
}

/** 0 at the person, 1 from `reach` pixels on. */
function outwards(sharp: Plane, reach: number): Plane {
  const radius = Math.ceil(reach / 2);
  const near = boxBlur(boxBlur(sharp, radius), radius);
  return map(near, (share, i) => (1 - smoothstep(0, 0.4, share)) * (1 - sharp.data[i]!));
}

function blend(image: ColourImage, layers: Layers, share: Plane): ColourImage {
  const { width, height } = image;
  const data = new Uint8Array(image.data);
  const shareAt = rowsOf(share, width, height);
  const rowsAt = layers.map((layer) => rowsOf(layer, width, height));
  for (let y = 0, p = 0; y < height; y++) {
    const shares = shareAt(y);
    const rows = rowsAt.map((rowAt) => rowAt(y));
    for (let x = 0; x < width; x++, p += 3) {
      if (shares[x]! <= 0) continue;
      for (let k = 0; k < 3; k++)
        data[p + k] = data[p + k]! + shares[x]! * (rows[k]![x]! - data[p + k]!) + 0.5;
    }
  }
  return { ...image, data };
}

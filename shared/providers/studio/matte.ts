import {
  boxBlur,
  type ColourImage,
  clamp,
  createPlane,
  map,
  type Plane,
  product,
  rowsOf,
  smoothstep,
} from './raster.ts';

/** The three colour planes of an image, 0 to 1. */
export type ColourPlanes = readonly [Plane, Plane, Plane];

/**
 * A matte as a linear function of colour that differs per pixel: `alpha = red·R + green·G + blue·B + base`.
 */
export interface MatteModel {
  readonly slopes: ColourPlanes;
  readonly base: Plane;
  /** The certain part of the matte: 1 for the person, 0 for the background, 0.5 in the seam between them. */
  readonly known: Plane;
}

/** A lower value follows colour edges more closely; a higher one is smoother. */
const REGULARITY = 1e-3;

/**
 * Turns the hard cut into a soft matte that follows hair and fabric: a guided filter (He, Sun and Tang,
 * 2010) in the seam along the cut. `seam` is its half width in pixels.
 */
export function modelMatte(colours: ColourPlanes, mask: Plane, seam: number): MatteModel {
  const { width, height } = mask;
  const [red, green, blue] = colours;
  const mean = (plane: Plane) => boxBlur(plane, seam);
  const means = [mean(red), mean(green), mean(blue)] as const;
  const meanMask = mean(mask);
  const covariance = (a: Plane, b: Plane, meanA: Plane, meanB: Plane) => {
    const result = mean(product(a, b));
    for (let i = 0; i < result.data.length; i++) result.data[i]! -= meanA.data[i]! * meanB.data[i]!;
    return result.data;
  };
  const rr = covariance(red, red, means[0], means[0]);
  const rg = covariance(red, green, means[0], means[1]);
  const rb = covariance(red, blue, means[0], means[2]);
  const gg = covariance(green, green, means[1], means[1]);
  const gb = covariance(green, blue, means[1], means[2]);
  const bb = covariance(blue, blue, means[2], means[2]);
  const rm = covariance(red, mask, means[0], meanMask);
  const gm = covariance(green, mask, means[1], meanMask);
  const bm = covariance(blue, mask, means[2], meanMask);

  const slopes = [
    createPlane(width, height),
    createPlane(width, height),
    createPlane(width, height),
  ] as const;
  const base = createPlane(width, height);
  for (let i = 0; i < base.data.length; i++) {
    const a = rr[i]! + REGULARITY;
    const b = rg[i]!;
    const c = rb[i]!;
    const d = gg[i]! + REGULARITY;
    const e = gb[i]!;
    const f = bb[i]! + REGULARITY;
    // The inverse of a symmetric 3 by 3 matrix by its cofactors.
    const ca = d * f - e * e;
    const cb = c * e - b * f;
    const cc = b * e - c * d;
    const cd = a * f - c * c;
    const ce = b * c - a * e;
    const cf = a * d - b * b;
    const inverse = 1 / (a * ca + b * cb + c * cc);
    const sr = inverse * (ca * rm[i]! + cb * gm[i]! + cc * bm[i]!);
    const sg = inverse * (cb * rm[i]! + cd * gm[i]! + ce * bm[i]!);
    const sb = inverse * (cc * rm[i]! + ce * gm[i]! + cf * bm[i]!);
    slopes[0].data[i] = sr;
    slopes[1].data[i] = sg;
    slopes[2].data[i] = sb;
    base.data[i] =
      meanMask.data[i]! - sr * means[0].data[i]! - sg * means[1].data[i]! - sb * means[2].data[i]!;
  }
  const known = createPlane(width, height);
  for (let i = 0; i < known.data.length; i++) {
    known.data[i] = meanMask.data[i]! > 0.985 ? 1 : meanMask.data[i]! < 0.015 ? 0 : 0.5;
  }
  return {
    slopes: [mean(slopes[0]), mean(slopes[1]), mean(slopes[2])],
    base: mean(base),
    known: boxBlur(known, Math.max(1, Math.round(seam / 4))),
  };
}

/** The matte for an image of the same part at any resolution. */
export function applyMatte(model: MatteModel, image: ColourImage): Plane {
  const { width, height, data } = image;
  const alpha = createPlane(width, height);
  const [redAt, greenAt, blueAt] = [
    rowsOf(model.slopes[0], width, height),
    rowsOf(model.slopes[1], width, height),
    rowsOf(model.slopes[2], width, height),
  ];
  const baseAt = rowsOf(model.base, width, height);
  const knownAt = rowsOf(model.known, width, height);
  for (let y = 0, i = 0, p = 0; y < height; y++) {
    const red = redAt(y);
    const green = greenAt(y);
    const blue = blueAt(y);
    const base = baseAt(y);
    const known = knownAt(y);
    for (let x = 0; x < width; x++, i++, p += 3) {
      const certain = known[x]!;
      if (certain <= 0 || certain >= 1) {
        alpha.data[i] = certain;
        continue;
      }
      const guided =
        (red[x]! * data[p]! + green[x]! * data[p + 1]! + blue[x]! * data[p + 2]!) / 255 + base[x]!;
      // A little contrast, so that pixels that are nearly background leave no veil.
      const sharp = smoothstep(0.12, 0.9, guided);
      alpha.data[i] = certain < 0.5 ? sharp * 2 * certain : 1 - (1 - sharp) * 2 * (1 - certain);
    }
  }
  return alpha;
}

export function colourPlanes(image: ColourImage): ColourPlanes {
  const { width, height, data } = image;
  const plane = (channel: number) => {
    const result = createPlane(width, height);
    for (let i = 0, p = channel; i < result.data.length; i++, p += 3) result.data[i] = data[p]! / 255;
    return result;
  };
  return [plane(0), plane(1), plane(2)];
}

/**
 * The person's own colours in the seam, without the colours of the old background, which would leave a halo
 * (blur fusion, Forte 2021). Returns the colours to use wherever alpha is below 1.
 */
export function ownColours(colours: ColourPlanes, alpha: Plane, reach: number): ColourPlanes {
  const inverse = map(alpha, (share) => 1 - share);
  let foreground = colours;
  let background = colours;
  for (const radius of [reach, Math.max(2, Math.round(reach / 8))]) {
    const weightIn = boxBlur(alpha, radius);
    const weightOut = boxBlur(inverse, radius);
    const next = colours.map((colour, k) => {
      const inside = boxBlur(product(foreground[k]!, alpha), radius);
      const outside = boxBlur(product(background[k]!, inverse), radius);
      const result = createPlane(alpha.width, alpha.height);
      for (let i = 0; i < result.data.length; i++) {
        const a = alpha.data[i]!;
        const own = inside.data[i]! / (weightIn.data[i]! + 1e-5);
        const behind = outside.data[i]! / (weightOut.data[i]! + 1e-5);
        outside.data[i] = behind;
        result.data[i] = clamp(own + a * (colour.data[i]! - a * own - (1 - a) * behind), 0, 1);
      }
      return { own: result, behind: outside };
    });
    foreground = [next[0]!.own, next[1]!.own, next[2]!.own];
    background = [next[0]!.behind, next[1]!.behind, next[2]!.behind];
  }
  return foreground;
}

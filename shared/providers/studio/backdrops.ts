import type { BackdropName } from '../../contract/styles.ts';
import { clamp, smoothstep } from './raster.ts';

/** sRGB, 0 to 255. */
type Colour = readonly [number, number, number];

/** A backdrop's colour at (u, v), both from 0 at the top left to 1. */
export type Backdrop = (u: number, v: number) => Colour;

/**
 * The size in pixels before a smooth enlargement: the background of a studio photo is out of focus anyway.
 */
export const BACKDROP_WIDTH = 96;
export const BACKDROP_HEIGHT = 120;

const DRAWINGS: Record<BackdropName, Backdrop> = {
  'light-grey': paper([236, 238, 240], [188, 192, 197]),
  'warm-white': paper([250, 247, 242], [222, 213, 201]),
  slate: paper([138, 149, 161], [72, 81, 93]),
  'deep-blue': paper([72, 106, 150], [22, 38, 66]),
  sage: paper([190, 200, 184], [126, 140, 122]),
  charcoal: paper([98, 99, 103], [34, 35, 38]),
  office,
  garden,
};

export function backdropPixels(name: BackdropName): Float32Array {
  const pixels = new Float32Array(BACKDROP_WIDTH * BACKDROP_HEIGHT * 3);
  for (let y = 0, p = 0; y < BACKDROP_HEIGHT; y++) {
    for (let x = 0; x < BACKDROP_WIDTH; x++) {
      for (const value of DRAWINGS[name]((x + 0.5) / BACKDROP_WIDTH, (y + 0.5) / BACKDROP_HEIGHT)) {
        pixels[p++] = value;
      }
    }
  }
  return pixels;
}

/** A paper roll lit from behind the head, falling off towards the corners. */
function paper(centre: Colour, edge: Colour): Backdrop {
  return (u, v) => {
    const distance = Math.hypot((u - 0.5) * 1.05, (v - 0.38) * 0.95);
    return mix(centre, edge, smoothstep(0.05, 0.85, distance));
  };
}

/** Tall windows far out of focus beside a warm wall. */
function office(u: number, v: number): Colour {
  let colour = mix([206, 200, 192], [150, 142, 134], smoothstep(0.1, 1, v));
  for (const [left, right, strength] of [
    [-0.1, 0.2, 1],
    [0.3, 0.5, 0.75],
    [0.6, 0.76, 0.5],
  ] as const) {
    const inside = smoothstep(left - 0.06, left + 0.06, u) * (1 - smoothstep(right - 0.06, right + 0.06, u));
    colour = mix(colour, [240, 245, 248], inside * strength * (1 - smoothstep(0.5, 0.85, v)));
  }
  const shelf = smoothstep(0.74, 0.86, u) * smoothstep(0.02, 0.2, v);
  colour = mix(colour, [126, 108, 92], shelf * 0.75);
  return lights(colour, u, v, [255, 222, 170], OFFICE_LIGHTS, 0.5);
}

/** Leaves and sky far out of focus. */
function garden(u: number, v: number): Colour {
  const sky = mix([226, 235, 232], [150, 172, 130], smoothstep(0.0, 0.45, v + 0.12 * Math.sin(u * 7)));
  const colour = mix(sky, [74, 98, 66], smoothstep(0.35, 1.05, v));
  return lights(colour, u, v, [232, 240, 198], GARDEN_LIGHTS, 0.4);
}

/** Discs of confusion: position and radius in widths of the image. */
const OFFICE_LIGHTS = [
  [0.9, 0.16, 0.05],
  [0.84, 0.3, 0.035],
  [0.95, 0.36, 0.045],
  [0.55, 0.08, 0.04],
] as const;

const GARDEN_LIGHTS = [
  [0.1, 0.2, 0.09],
  [0.24, 0.1, 0.06],
  [0.88, 0.14, 0.1],
  [0.76, 0.28, 0.06],
  [0.06, 0.42, 0.07],
  [0.94, 0.4, 0.06],
  [0.5, 0.05, 0.07],
] as const;

function lights(
  colour: Colour,
  u: number,
  v: number,
  light: Colour,
  discs: readonly (readonly [number, number, number])[],
  strength: number,
): Colour {
  let result = colour;
  for (const [x, y, radius] of discs) {
    const distance = Math.hypot(u - x, (v - y) * 1.25);
    result = mix(result, light, strength * (1 - smoothstep(radius * 0.6, radius * 1.3, distance)));
  }
  return result;
}

function mix(a: Colour, b: Colour, share: number): Colour {
  const t = clamp(share, 0, 1);
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

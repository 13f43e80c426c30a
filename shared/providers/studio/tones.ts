import { clamp } from './raster.ts';
import type { Tone } from './shots.ts';

interface Recipe {
  /** Multiplied with each channel of the backdrop. The person keeps the white balance of the upload. */
  readonly gain: readonly [number, number, number];
  /** 1 leaves colours as they are, 0 takes them away. */
  readonly saturation: number;
  /** The strength of the S-shaped curve, 0 to 1. */
  readonly contrast: number;
}

const RECIPES: Record<Tone, Recipe> = {
  natural: { gain: [1, 1, 1], saturation: 1, contrast: 0.1 },
  bright: { gain: [1.05, 1.05, 1.05], saturation: 1.03, contrast: 0.05 },
  warm: { gain: [1.035, 1.0, 0.95], saturation: 1.04, contrast: 0.12 },
  cool: { gain: [0.97, 1.0, 1.04], saturation: 0.94, contrast: 0.15 },
  'black-and-white': { gain: [1.02, 1.02, 1.02], saturation: 0, contrast: 0.3 },
};

/** Finishes the colours of a headshot in one tone. */
export interface Developer {
  /** Finishes the bytes of an image in place. Transparent pixels, which are not seen, stay as they are. */
  image(bytes: Uint8Array, alpha: Uint8Array): void;
  /** Finishes colours from 0 to 255 in place, without rounding them. */
  colours(values: Float32Array): void;
}

/**
 * The developer of a tone.
 * @param exposure the factor by which the image should have been exposed longer
 */
export function developer(tone: Tone, exposure: number): Developer {
  const { gain, saturation, contrast } = RECIPES[tone];
  const grey = 1 - saturation;
  const curve = (value: number) => {
    const t = clamp(value / 255, 0, 1);
    return 255 * (t + contrast * (t * t * (3 - 2 * t) - t));
  };

  const lit = exposed(exposure);
  const finished = new Uint8Array(CURVE_STEPS + 1).map((_, step) => curve(step / STEPS) + 0.5);
  const finish = (bytes: Uint8Array, start: number, end: number) => {
    for (let p = start; p < end; p += 3) {
      const r = lit[bytes[p]!]!;
      const g = lit[bytes[p + 1]!]!;
      const b = lit[bytes[p + 2]!]!;
      const luma = grey * (0.299 * r + 0.587 * g + 0.114 * b);
      bytes[p] = finished[stepWithin(luma + saturation * r)]!;
      bytes[p + 1] = finished[stepWithin(luma + saturation * g)]!;
      bytes[p + 2] = finished[stepWithin(luma + saturation * b)]!;
    }
  };
  return {
    image: (bytes, alpha) => {
      // Run by run: a condition for every pixel would take the time that it saves.
      for (let end = 0; end < alpha.length; ) {
        let start = end;
        while (start < alpha.length && alpha[start] === 0) start++;
        end = start;
        while (end < alpha.length && alpha[end] !== 0) end++;
        finish(bytes, 3 * start, 3 * end);
      }
    },
    colours: (values) => {
      for (let p = 0; p < values.length; p += 3) {
        const r = values[p]! * gain[0];
        const g = values[p + 1]! * gain[1];
        const b = values[p + 2]! * gain[2];
        const luma = grey * (0.299 * r + 0.587 * g + 0.114 * b);
        values[p] = curve(luma + saturation * r);
        values[p + 1] = curve(luma + saturation * g);
        values[p + 2] = curve(luma + saturation * b);
      }
    },
  };
}

/** The steps of a value: bytes would round a mixed colour twice. */
const STEPS = 16;
const CURVE_STEPS = 255 * STEPS;

const stepWithin = (step: number) => (step <= 0 ? 0 : step >= CURVE_STEPS ? CURVE_STEPS : step | 0);

/** The steps of each byte, brightened like a longer exposure, which does not clip white. */
function exposed(exposure: number): Float32Array {
  return new Float32Array(256).map((_, value) => CURVE_STEPS * (1 - (1 - value / 255) ** exposure));
}

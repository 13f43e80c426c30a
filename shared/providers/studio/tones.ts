import type { Tone } from './shots.ts';

interface Recipe {
  /** Multiplied with each channel. */
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

/** Writes one finished pixel at `at`, from red, green and blue of 0 to 255. */
export type Developer = (to: Uint8Array, at: number, red: number, green: number, blue: number) => void;

export function developer(tone: Tone): Developer {
  const { gain, saturation, contrast } = RECIPES[tone];
  // Finer steps than bytes have, so that smooth gradients stay smooth.
  const curve = Float32Array.from({ length: 4096 }, (_, i) => {
    const t = i / 4095;
    return 255 * (t + contrast * (t * t * (3 - 2 * t) - t)) + 0.5;
  });
  const tone16 = (value: number) => {
    const index = value * (4095 / 255);
    return curve[index <= 0 ? 0 : index >= 4095 ? 4095 : index | 0]!;
  };
  const grey = 1 - saturation;
  return (to, at, red, green, blue) => {
    const r = red * gain[0];
    const g = green * gain[1];
    const b = blue * gain[2];
    const luma = grey * (0.299 * r + 0.587 * g + 0.114 * b);
    to[at] = tone16(luma + saturation * r);
    to[at + 1] = tone16(luma + saturation * g);
    to[at + 2] = tone16(luma + saturation * b);
  };
}

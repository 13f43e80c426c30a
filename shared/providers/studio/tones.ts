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
  const curve = Uint8Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
    const t = i / CURVE_STEPS;
    return 255 * (t + contrast * (t * t * (3 - 2 * t) - t)) + 0.5;
  });
  const stepsOf = (factor: number) => (factor * CURVE_STEPS) / 255;
  const [redGain, greenGain, blueGain] = [stepsOf(gain[0]), stepsOf(gain[1]), stepsOf(gain[2])];
  const grey = 1 - saturation;
  return (to, at, red, green, blue) => {
    const r = red * redGain;
    const g = green * greenGain;
    const b = blue * blueGain;
    const luma = grey * (0.299 * r + 0.587 * g + 0.114 * b);
    to[at] = curve[stepWithin(luma + saturation * r)]!;
    to[at + 1] = curve[stepWithin(luma + saturation * g)]!;
    to[at + 2] = curve[stepWithin(luma + saturation * b)]!;
  };
}

const CURVE_STEPS = 4095;

const stepWithin = (step: number) => (step <= 0 ? 0 : step >= CURVE_STEPS ? CURVE_STEPS : step | 0);

import { createHash } from 'node:crypto';
import type { RawImage } from '../decode.ts';

/** The data by which an upload is recognised again. */
export interface Fingerprint {
  /** SHA-256 of the file, in hex. */
  readonly file: string;
  /** The image in 12 × 12 colours, base64: too few to recognise a person. */
  readonly look: string;
}

const SIDE = 12;
/**
 * The greatest mean difference of duplicates, in levels of a colour. A photo saved again in another size, format or
 * quality differs by half of it.
 */
const MEAN_DIFFERENCE = 1;
const LARGEST_DIFFERENCE = 6;
/** Below this standard deviation, in levels, an image has too little to recognise it by: plain colours, noise. */
const LEAST_CONTRAST = 8;

export function fingerprintOf(file: Uint8Array, image: RawImage): Fingerprint {
  return {
    file: createHash('sha256').update(file).digest('hex'),
    look: Buffer.from(cellsOf(image)).toString('base64'),
  };
}

/** The mean colours of the cells of a grid. Means hardly depend on the size and the format of an image. */
function cellsOf({ width, height, data }: RawImage): number[] {
  const sums = new Float64Array(SIDE * SIDE * 3);
  const pixels = new Float64Array(SIDE * SIDE);
  for (let i = 0; i < width * height; i++) {
    const row = Math.floor((Math.floor(i / width) * SIDE) / height);
    const cell = row * SIDE + Math.floor(((i % width) * SIDE) / width);
    pixels[cell]! += 1;
    for (let colour = 0; colour < 3; colour++) sums[3 * cell + colour]! += data[3 * i + colour]!;
  }
  return Array.from(sums, (sum, i) => sum / pixels[Math.floor(i / 3)]!);
}

/** Whether both are the same file, or the same photo saved in another size, format or quality. */
export function isSamePhoto(one: Fingerprint, other: Fingerprint): boolean {
  if (one.file === other.file) return true;
  const [a, b] = [Buffer.from(one.look, 'base64'), Buffer.from(other.look, 'base64')];
  if (a.length !== b.length || contrastOf(a) < LEAST_CONTRAST) return false;
  const differences = a.map((level, i) => Math.abs(level - b[i]!));
  return (
    differences.reduce((sum, difference) => sum + difference, 0) / a.length <= MEAN_DIFFERENCE &&
    Math.max(...differences) <= LARGEST_DIFFERENCE
  );
}

function contrastOf(look: Uint8Array): number {
  const mean = look.reduce((sum, level) => sum + level, 0) / look.length;
  return Math.sqrt(look.reduce((sum, level) => sum + (level - mean) ** 2, 0) / look.length);
}

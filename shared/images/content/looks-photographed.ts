import type { RawImage } from '../decode.ts';
import { halved, type Luma, lumaOf } from './luma.ts';

/**
 * Between one scale and the next coarser one, differences of neighbours grow by about 1.2 to 1.6 in a photo. In pure
 * noise they halve, and in anything smooth or enlarged they double.
 */
const GROWTH = { atLeast: 0.9, atMost: 1.7 };
/** The least share of an image's blocks in which a photo shows texture, at three scales, the finest first. */
const TEXTURED = [0.5, 0.6, 0.7] as const;
const BLOCK = 8;
/** The mean difference of neighbours, in levels, from which on a block has texture. */
const TEXTURE = 1.2;
/** Smaller images have too few blocks to tell. */
const LEAST_SIDE = 256;

/**
 * Whether the image certainly comes from a camera: texture nearly everywhere, that changes from scale to scale as in
 * nature. Drawings, plain colours, gradients and noise do not look photographed; nor do photos of much sky, of which
 * this says nothing.
 */
export function looksPhotographed(image: RawImage): boolean {
  if (Math.min(image.width, image.height) < LEAST_SIDE) return false;
  let luma = lumaOf(image);
  let finer: number | undefined;
  for (const least of TEXTURED) {
    const { textured, difference } = textureOf(luma);
    if (textured < least) return false;
    const growth = finer === undefined ? undefined : difference / finer;
    if (growth !== undefined && (growth < GROWTH.atLeast || growth > GROWTH.atMost)) return false;
    finer = difference;
    luma = halved(luma);
  }
  return true;
}

/** The part of the blocks with texture, and the mean difference of neighbours. */
function textureOf({ width, height, data }: Luma): { textured: number; difference: number } {
  let [textured, blocks, sum, pixels] = [0, 0, 0, 0];
  for (let top = 0; top + BLOCK < height; top += BLOCK) {
    for (let left = 0; left + BLOCK < width; left += BLOCK) {
      let differences = 0;
      for (let y = top; y < top + BLOCK; y++) {
        for (let i = y * width + left; i < y * width + left + BLOCK; i++) {
          differences += Math.abs(data[i]! - data[i + 1]!) + Math.abs(data[i]! - data[i + width]!);
        }
      }
      blocks += 1;
      pixels += BLOCK * BLOCK;
      sum += differences;
      if (differences / (2 * BLOCK * BLOCK) > TEXTURE) textured += 1;
    }
  }
  return { textured: textured / Math.max(1, blocks), difference: sum / Math.max(1, 2 * pixels) };
}

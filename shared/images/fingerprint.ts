import { openImage } from './decode.ts';

/** The side of the square to which an image is reduced. */
const SIDE = 8;

/**
 * The mean difference of colours, of 255, below which two images are the same one: a new compression changes less, and
 * another seed changes more, also before the same backdrop.
 */
const SAME_DIFFERENCE = 1.5;

/** The mean colours of an image in 8 × 8 fields, as base64. It tells nothing of the person's features. */
export async function fingerprintOf(image: Uint8Array): Promise<string> {
  const pixels = await openImage(image)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return pixels.toString('base64');
}

/** Whether two fingerprints are those of the same image, maybe compressed in different ways. */
export function isSameImage(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  if (left.length !== right.length) return false;
  let difference = 0;
  for (const [at, value] of left.entries()) difference += Math.abs(value - (right[at] ?? 0));
  return difference / left.length < SAME_DIFFERENCE;
}

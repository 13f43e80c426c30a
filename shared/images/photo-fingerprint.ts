import { openImage } from './decode.ts';

/** The side of the square to which an image is reduced. */
const SIDE = 8;

/**
 * The most by which a colour of two copies of one image differs, of 255. A new compression to a JPEG of quality 40
 * changes no field by more. Another seed of the same prompt changed some field by 6 at least, in 120 pairs of drawn
 * images of one person before one backdrop.
 */
const COPY_DIFFERENCE = 3;

/**
 * The mean colours of a generated image in 8 × 8 fields, as base64: small, since those of all photos of a run are in one
 * item. It tells nothing of the person's features.
 */
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
  return (
    left.length === right.length &&
    left.every((value, at) => Math.abs(value - (right[at] ?? 0)) <= COPY_DIFFERENCE)
  );
}

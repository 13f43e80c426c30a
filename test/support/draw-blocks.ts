import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { IMAGE_SIZES } from '../../shared/images/image-sizes.ts';

/**
 * An image of coloured blocks that has no like. Drawing forty headshots would take minutes. It is an original already,
 * which takes half the time of an image that has to be enlarged.
 */
export async function drawBlocks(prompt: string, seed: number): Promise<Uint8Array> {
  const [columns, rows] = [4, 5];
  const { width, height } = IMAGE_SIZES.original;
  const colours = createHash('shake256', { outputLength: columns * rows * 3 }).update(`${prompt} ${seed}`);
  return sharp(colours.digest(), { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg()
    .toBuffer();
}

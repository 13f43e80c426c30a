import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** An image of coloured blocks that has no like. Drawing forty headshots would take minutes. */
export async function drawBlocks(prompt: string, seed: number): Promise<Uint8Array> {
  const [width, height] = [4, 5];
  const colours = createHash('shake256', { outputLength: width * height * 3 }).update(`${prompt} ${seed}`);
  return sharp(colours.digest(), { raw: { width, height, channels: 3 } })
    .resize(1152, 1440, { kernel: 'nearest' })
    .jpeg()
    .toBuffer();
}

import { openImage } from '../../images/decode.ts';
import type { Box, ColourImage } from './raster.ts';

export interface UprightSize {
  readonly width: number;
  readonly height: number;
}

/** The size of the image once it is turned as its EXIF orientation says. */
export async function uprightSize(bytes: Uint8Array): Promise<UprightSize> {
  const { autoOrient } = await openImage(bytes).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/**
 * Decodes an upload, or a part of it: upright, in sRGB, without alpha, and no larger than `longSide` pixels.
 * Transparent pixels become light grey. Throws when the bytes are no image.
 */
export async function decodeUpright(bytes: Uint8Array, longSide: number, part?: Box): Promise<ColourImage> {
  const image = openImage(bytes).autoOrient();
  if (part) image.extract(part);
  const { data, info } = await image
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#e6e6e6' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: threeChannels(data, info.channels) };
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let i = 0, p = 0; i < data.length; i += channels, p += 3) {
    rgb[p] = data[i]!;
    rgb[p + 1] = data[channels > 2 ? i + 1 : i]!;
    rgb[p + 2] = data[channels > 2 ? i + 2 : i]!;
  }
  return rgb;
}

import type { OutputInfo, Sharp } from 'sharp';
import { openImage, type RawImage } from './decode.ts';

/**
 * The sizes of every photo, in pixels. Their ratio is 4:5, the portrait format of staff pages and profile
 * cards.
 */
export const IMAGE_SIZES = {
  original: { width: 1536, height: 1920 },
  main: { width: 1024, height: 1280 },
  thumbnail: { width: 320, height: 400 },
} as const;

export type ImageSize = keyof typeof IMAGE_SIZES;

export const JPEG_QUALITY: Record<ImageSize, number> = { original: 90, main: 86, thumbnail: 80 };

/**
 * Renders a photo in all three sizes, as JPEG without metadata. An image that is not 4:5 is cropped around
 * its centre. It is decoded once; each size is shrunk from the pixels of the next larger one.
 * @param image an encoded image, or raw pixels
 * @throws when the bytes are not an image.
 */
export async function renderSizes(image: Uint8Array | RawImage): Promise<Record<ImageSize, Uint8Array>> {
  const original = await pixelsOf(open(image), 'original');
  const [encoded, smaller] = await Promise.all([encode(original, 'original'), renderSmaller(original)]);
  return { original: encoded, ...smaller };
}

async function renderSmaller(original: Pixels): Promise<Record<'main' | 'thumbnail', Uint8Array>> {
  const mainPixels = await pixelsOf(openPixels(original), 'main');
  const [main, thumbnail] = await Promise.all([
    encode(mainPixels, 'main'),
    pixelsOf(openPixels(mainPixels), 'thumbnail').then((pixels) => encode(pixels, 'thumbnail')),
  ]);
  return { main, thumbnail };
}

/** Pixels of one of the sizes. */
type Pixels = { readonly data: Uint8Array; readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'> };

function open(image: Uint8Array | RawImage): Sharp {
  if (image instanceof Uint8Array) {
    return openImage(image).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  }
  const { width, height, data } = image;
  return openPixels({ data, info: { width, height, channels: 3 } });
}

function openPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return openImage(data, { raw: { width, height, channels } });
}

async function pixelsOf(image: Sharp, size: ImageSize): Promise<Pixels> {
  return image
    .resize({ ...IMAGE_SIZES[size], fit: 'cover' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

async function encode(pixels: Pixels, size: ImageSize): Promise<Uint8Array> {
  return openPixels(pixels)
    .jpeg({ quality: JPEG_QUALITY[size], chromaSubsampling: size === 'original' ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

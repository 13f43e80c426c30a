import type { Sharp } from 'sharp';
import { openImage } from './decode.ts';

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

/** sRGB pixels without alpha: three bytes each, row by row from the top left. */
export interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const JPEG_QUALITY: Record<ImageSize, number> = { original: 90, main: 86, thumbnail: 80 };

/**
 * Renders a photo in all three sizes, as JPEG without metadata. An image that is not 4:5 is cropped around
 * its centre.
 * @param image an encoded image, or raw pixels
 * @throws when the bytes are not an image.
 */
export async function renderSizes(image: Uint8Array | RawImage): Promise<Record<ImageSize, Uint8Array>> {
  const original =
    image instanceof Uint8Array && (await isFinished(image)) ? image : await encode(open(image), 'original');
  const asPixels = image instanceof Uint8Array ? original : image;
  const [main, thumbnail] = await Promise.all([
    encode(open(asPixels), 'main'),
    encode(open(asPixels), 'thumbnail'),
  ]);
  return { original, main, thumbnail };
}

/** Pixels as a JPEG of the `original` size. */
export async function encodeOriginal(image: RawImage): Promise<Uint8Array> {
  return encode(open(image), 'original');
}

/** Whether the bytes are an original already. To encode one once more would only cost time and quality. */
async function isFinished(bytes: Uint8Array): Promise<boolean> {
  const { format, width, height, exif, icc, xmp, iptc } = await openImage(bytes).metadata();
  const { original } = IMAGE_SIZES;
  return (
    format === 'jpeg' &&
    width === original.width &&
    height === original.height &&
    !exif &&
    !icc &&
    !xmp &&
    !iptc
  );
}

function open(image: Uint8Array | RawImage): Sharp {
  if (image instanceof Uint8Array) return openImage(image).autoOrient();
  const { width, height, data } = image;
  return openImage(data, { raw: { width, height, channels: 3 } });
}

async function encode(image: Sharp, size: ImageSize): Promise<Uint8Array> {
  return image
    .resize({ ...IMAGE_SIZES[size], fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY[size], chromaSubsampling: size === 'original' ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

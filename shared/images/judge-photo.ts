import { openImage } from './decode.ts';

/** The fewest pixels on the short side: what remains of 512 after a crop to 4:5 would be enlarged visibly. */
const MIN_PIXELS = 640;
/** More than any generator makes. */
const MAX_MEGAPIXELS = 64;
const DECODING_SECONDS = 15;

/** The side of the square on which evenness is measured. */
const SAMPLE = 64;
/** The standard deviation of every channel, of 255, below which an image shows nothing. Compression leaves about 1. */
const BLANK_DEVIATION = 4;

export type PhotoVerdict =
  | { readonly usable: true }
  /** `reason` is for the log and for operators. */
  | { readonly usable: false; readonly reason: string };

/**
 * Judges an image that a provider has generated, by its bytes alone: it decodes to its last row, has enough pixels,
 * and shows something. Invalid bytes never throw.
 */
export async function judgePhoto(bytes: Uint8Array): Promise<PhotoVerdict> {
  const limits = { limitInputPixels: MAX_MEGAPIXELS * 1e6 };
  try {
    const { autoOrient } = await openImage(bytes, limits).metadata();
    const { width, height } = autoOrient;
    if (Math.min(width, height) < MIN_PIXELS) {
      return unusable(`The image has ${width} × ${height} pixels; the short side needs ${MIN_PIXELS}.`);
    }
    const { data, info } = await openImage(bytes, { ...limits, failOn: 'warning', sequentialRead: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(SAMPLE, SAMPLE, { fit: 'fill' })
      .timeout({ seconds: DECODING_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (isBlank(data, info.channels)) return unusable('The image has one colour.');
    return { usable: true };
  } catch {
    return unusable('The image cannot be decoded.');
  }
}

function isBlank(pixels: Uint8Array, channels: number): boolean {
  const count = pixels.length / channels;
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0;
    let squares = 0;
    for (let at = channel; at < pixels.length; at += channels) {
      const value = pixels[at] ?? 0;
      sum += value;
      squares += value * value;
    }
    if (Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) >= BLANK_DEVIATION) return false;
  }
  return true;
}

function unusable(reason: string): PhotoVerdict {
  return { usable: false, reason };
}

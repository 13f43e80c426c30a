import { findFaces } from '../vision/find-faces.ts';
import { checkContainer, imageTypeOf } from './containers.ts';
import { BACKGROUND, SCORE } from './content/judge-content.ts';
import { looksPhotographed } from './content/looks-photographed.ts';
import { decodeToJudge, openImage, type RawImage } from './decode.ts';

/** The fewest pixels on the short side: what remains of 512 after a crop to 4:5 would be enlarged visibly. */
const MIN_PIXELS = 640;
/** The most megapixels of an image: more than any generator makes. */
const MAX_MEGAPIXELS = 64;

const CHANNELS = 3;
/** The standard deviation of every channel, of 255, below which an image shows nothing. Compression leaves about 1. */
const BLANK_DEVIATION = 4;

export type PhotoVerdict =
  | { readonly usable: true }
  /** `reason` is for the log and for operators. */
  | { readonly usable: false; readonly reason: string };

/**
 * Judges an image that a provider has generated, by its bytes alone: it decodes to its last row, has enough pixels,
 * shows something, and shows one person. Of what it shows, it refuses on positive evidence only:
 * a drawing, or a face that may be one, is usable. Invalid bytes never throw.
 * @throws when the face finder cannot be loaded.
 */
export async function judgePhoto(bytes: Uint8Array): Promise<PhotoVerdict> {
  const image = await decode(bytes);
  if ('usable' in image) return image;
  if (isBlank(image)) return unusable('The image has one colour.');
  const faces = await findFaces(image, SCORE.possible);
  const certain = faces.filter(({ score }) => score >= SCORE.certain);
  const widest = certain[0]?.box.width ?? 0;
  const people = certain.filter(({ box }) => box.width >= BACKGROUND * widest).length;
  if (people > 1) return unusable(`The image shows ${people} faces.`);
  if (faces.length === 0 && looksPhotographed(image)) return unusable('The image shows no face.');
  return { usable: true };
}

/** The upright image, shrunk. */
async function decode(bytes: Uint8Array): Promise<RawImage | PhotoVerdict> {
  const type = imageTypeOf(bytes);
  if (!type) return unusable('The image cannot be decoded.');
  try {
    checkContainer(bytes, type);
    const { autoOrient } = await openImage(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1e6 }).metadata();
    const { width, height } = autoOrient;
    if (Math.min(width, height) < MIN_PIXELS) {
      return unusable(`The image has ${width} × ${height} pixels; the short side needs ${MIN_PIXELS}.`);
    }
    return await decodeToJudge(bytes, MAX_MEGAPIXELS);
  } catch {
    return unusable('The image cannot be decoded.');
  }
}

function isBlank({ data }: RawImage): boolean {
  const count = data.length / CHANNELS;
  for (let channel = 0; channel < CHANNELS; channel++) {
    let sum = 0;
    let squares = 0;
    for (let at = channel; at < data.length; at += CHANNELS) {
      const value = data[at] ?? 0;
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

import { FRAMING_NAMES, type FramingName } from '../../contract/styles.ts';
import type { EdgeReport } from './edges.ts';
import type { Box } from './raster.ts';

/** The reasons why a cut is not shown. The regions are those of the edge that is not sure. */
export type Doubt =
  | EdgeReport['doubts'][number]
  | 'no face'
  | 'several people'
  | 'no head and shoulders'
  | 'old background'
  | 'unnatural colours';

/** A person prepared for every shot: cut out of one upload or, when the cut is in doubt, with its own background. */
export interface Subject {
  /** JPEG; the person's own colours where `alpha` is above 0. */
  readonly image: Uint8Array;
  /** PNG of one channel, of the same size as `image`: how much of each pixel is the person. */
  readonly alpha: Uint8Array;
  /** The face in pixels of `image`, from brows to chin and from cheek to cheek. */
  readonly face: Box;
  /** The frame of each crop in pixels of `image`; it may extend beyond it where only the backdrop is visible. */
  readonly frames: Readonly<Record<FramingName, Box>>;
  /** The factor by which the exposure should have been longer; 1 for a well-lit upload. */
  readonly exposure: number;
  /** The doubts for which the upload keeps its background; none for a cut that may be put before a studio backdrop. */
  readonly doubts: readonly Doubt[];
  /** The worth of the upload for headshots, from 0 to 1, for choosing among the uploads of a member. */
  readonly worth: number;
}

const VERSION = 2;
/** Two lengths of four bytes each: the description's and the image's; the rest is alpha. */
const HEADER_BYTES = 8;

/** The bytes of a subject, which `decodeSubject` reads. */
export function encodeSubject(subject: Subject): Uint8Array {
  const { image, alpha, ...rest } = subject;
  const description = new TextEncoder().encode(JSON.stringify({ version: VERSION, ...rest }));
  const bytes = new Uint8Array(HEADER_BYTES + description.length + image.length + alpha.length);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, description.length);
  header.setUint32(4, image.length);
  bytes.set(description, HEADER_BYTES);
  bytes.set(image, HEADER_BYTES + description.length);
  bytes.set(alpha, HEADER_BYTES + description.length + image.length);
  return bytes;
}

/** The inverse of `encodeSubject`. Throws on anything else. */
export function decodeSubject(bytes: Uint8Array): Subject {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const imageAt = HEADER_BYTES + header.getUint32(0);
  const alphaAt = imageAt + header.getUint32(4);
  const description: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, imageAt)));
  if (!isDescription(description) || alphaAt >= bytes.length)
    throw new Error('The bytes are not a subject of this version: prepare the upload again.');
  const { face, frames, exposure, doubts, worth } = description;
  return {
    image: bytes.subarray(imageAt, alphaAt),
    alpha: bytes.subarray(alphaAt),
    face,
    frames,
    exposure,
    doubts,
    worth,
  };
}

function isDescription(value: unknown): value is Omit<Subject, 'image' | 'alpha'> {
  if (typeof value !== 'object' || value === null) return false;
  const { version, face, frames, exposure, doubts, worth } = value as Record<string, unknown>;
  return (
    version === VERSION &&
    isBox(face) &&
    typeof frames === 'object' &&
    frames !== null &&
    FRAMING_NAMES.every((crop) => isBox((frames as Record<string, unknown>)[crop])) &&
    typeof exposure === 'number' &&
    Array.isArray(doubts) &&
    typeof worth === 'number'
  );
}

function isBox(value: unknown): value is Box {
  if (typeof value !== 'object' || value === null) return false;
  const box = value as Record<string, unknown>;
  return ['left', 'top', 'width', 'height'].every((side) => Number.isFinite(box[side]));
}

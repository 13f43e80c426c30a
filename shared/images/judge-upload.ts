import type { Metadata } from 'sharp';
import { UPLOAD_REQUIREMENTS } from '../contract/upload-requirements.ts';
import { checkContainer, ExcessiveContainer, imageTypeOf } from './containers.ts';
import { type Fingerprint, fingerprintOf } from './content/fingerprint.ts';
import { judgeContent } from './content/judge-content.ts';
import { decodeToJudge, openImage, type RawImage } from './decode.ts';
import { MAX_MEGAPIXELS, MAX_MEGAPIXELS_IN_PASSES, type RefusedVerdict, reasons } from './reasons.ts';

export type UploadType = (typeof UPLOAD_REQUIREMENTS.types)[number];

export interface Acceptance {
  readonly accepted: true;
  readonly type: UploadType;
  readonly width: number;
  readonly height: number;
  /** Absent when the content was not judged. */
  readonly fingerprint?: Fingerprint;
}

export type UploadVerdict = Acceptance | RefusedVerdict;

/**
 * Judges an upload by its bytes alone, never by its name. It recognises the format and decodes every pixel,
 * so a truncated or damaged file is found here and not during the training. `width` and `height` are those of
 * the upright image. Invalid bytes never throw.
 * @param what `file`: whether it can be decoded. `content`: also what it shows.
 * @throws when the face finder cannot be loaded.
 */
export async function judgeUpload(
  bytes: Uint8Array,
  what: 'file' | 'content' = 'content',
): Promise<UploadVerdict> {
  if (bytes.length === 0) return reasons.empty();
  if (bytes.length > UPLOAD_REQUIREMENTS.maxBytes) return reasons.tooManyBytes(bytes.length);
  const type = recognise(bytes);
  if (typeof type !== 'string') return type;
  const decoded = await decode(bytes, type);
  if ('accepted' in decoded) return decoded;
  const { image, metadata } = decoded;
  const acceptance = { accepted: true, type, ...metadata.autoOrient } as const;
  if (what === 'file') return acceptance;
  const judged = await judgeContent(image, metadata);
  if ('accepted' in judged) return judged;
  // Only images of a person are compared: a second image without one may be of use.
  return judged.showsPerson ? { ...acceptance, fingerprint: fingerprintOf(bytes, image) } : acceptance;
}

interface Decoded {
  readonly image: RawImage;
  readonly metadata: Metadata;
}

async function decode(bytes: Uint8Array, type: UploadType): Promise<Decoded | RefusedVerdict> {
  try {
    checkContainer(bytes, type);
    // The limit is checked on the header, with a message of its own, before any pixel is decoded.
    const metadata = await openImage(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = metadata.autoOrient;
    if (Math.min(width, height) < UPLOAD_REQUIREMENTS.minPixels) return reasons.tooFewPixels(width, height);
    if (width * height > MAX_MEGAPIXELS * 1e6) return reasons.tooManyPixels(width, height);
    if (metadata.isProgressive && width * height > MAX_MEGAPIXELS_IN_PASSES * 1e6)
      return reasons.tooManyPixelsInPasses(width, height);
    return { image: await decodeToJudge(bytes, MAX_MEGAPIXELS), metadata };
  } catch (error) {
    return error instanceof ExcessiveContainer ? reasons.tooMuchMetadata() : reasons.damaged();
  }
}

function recognise(bytes: Uint8Array): UploadType | RefusedVerdict {
  const type = imageTypeOf(bytes);
  if (type) return type;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  const other = OTHER_KINDS.find(({ matches }) => matches(head));
  return other ? reasons.unsupportedFormat(other.is, other.instead) : reasons.notAnImage();
}

/**
 * ISO base media files name their brands after `ftyp`: the major one, a version, then the compatible ones.
 */
function hasBrand(head: string, brand: RegExp): boolean {
  return head.startsWith('ftyp', 4) && brand.test(head.slice(8, 48));
}

/** File types that members upload instead of a photo, each with its own advice in the reason. */
const OTHER_KINDS: readonly { matches: (head: string) => boolean; is: string; instead?: string }[] = [
  { matches: (head) => hasBrand(head, /avi[fs]/), is: 'This is an AVIF image, which cannot be used.' },
  {
    matches: (head) => hasBrand(head, /hei[cfmsx]|hev[cmsx]|mif1|msf1/),
    is: 'This is a HEIC photo, which cannot be used.',
    instead: 'Please export it as JPEG, or set the camera to "Most Compatible", and upload it again.',
  },
  { matches: (head) => hasBrand(head, /./s) || head.startsWith('\x1aE\xdf\xa3'), is: 'This is a video.' },
  { matches: (head) => head.startsWith('GIF8'), is: 'This is a GIF image, which cannot be used.' },
  {
    matches: (head) => head.startsWith('II*\0') || head.startsWith('MM\0*'),
    is: 'This is a TIFF or raw camera image, which cannot be used.',
  },
  {
    matches: (head) => head.startsWith('BM') && head.startsWith('\0\0\0\0', 6),
    is: 'This is a BMP image, which cannot be used.',
  },
  { matches: (head) => head.startsWith('%PDF-'), is: 'This is a PDF document.' },
  {
    matches: (head) => /^\s*(?:<\?xml.*)?<svg/s.test(head),
    is: 'This is an SVG drawing, which cannot be used.',
  },
];

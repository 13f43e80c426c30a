import { UPLOAD_REQUIREMENTS } from '../contract/upload-requirements.ts';
import { checkContainer, ExcessiveContainer } from './containers.ts';
import { openImage } from './decode.ts';

const MEBIBYTE = 1024 * 1024;

export type UploadType = (typeof UPLOAD_REQUIREMENTS.types)[number];

export type UploadVerdict =
  | { readonly accepted: true; readonly type: UploadType; readonly width: number; readonly height: number }
  | { readonly accepted: false; readonly reason: string };

/** More than phones usually produce, and few enough that decoding fits into a function's memory. */
const MAX_MEGAPIXELS = 100;

/**
 * The most seconds of decoding, several times what 100 megapixels take. A file that takes longer is made to, and
 * is refused before the function's own time-out.
 */
const DECODING_SECONDS = 15;

const WANTED = 'Please upload a JPEG, PNG or WebP photo.';

/**
 * Judges an upload by its bytes alone, never by its name. It recognises the format and decodes every pixel,
 * so a truncated or damaged file is found here and not during the training. `width` and `height` are those of
 * the upright image. Invalid bytes never throw.
 */
export async function judgeUpload(bytes: Uint8Array): Promise<UploadVerdict> {
  if (bytes.length === 0) return refuse('The file is empty. Please choose the photo again.');
  if (bytes.length > UPLOAD_REQUIREMENTS.maxBytes) {
    return refuse(
      `The file has ${Math.ceil(bytes.length / MEBIBYTE)} MB; at most ${UPLOAD_REQUIREMENTS.maxBytes / MEBIBYTE} MB are possible. Please upload a smaller copy.`,
    );
  }
  const type = recognise(bytes);
  if (typeof type !== 'string') return type;
  try {
    checkContainer(bytes, type);
    return await judgePixels(bytes, type);
  } catch (error) {
    if (error instanceof ExcessiveContainer) {
      return refuse(
        'The image carries too much data beside its pixels. Please export it without metadata and upload it again.',
      );
    }
    return refuse('The image is damaged or incomplete. Please upload it again or choose another one.');
  }
}

async function judgePixels(bytes: Uint8Array, type: UploadType): Promise<UploadVerdict> {
  // The limit is checked on the header below, with a message of its own, before any pixel is decoded.
  const { autoOrient } = await openImage(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  const seen = `The image is ${width} × ${height} pixels;`;
  if (Math.min(width, height) < UPLOAD_REQUIREMENTS.minPixels) {
    return refuse(
      `${seen} at least ${UPLOAD_REQUIREMENTS.minPixels} on the short side are needed. Please choose a larger one.`,
    );
  }
  if (width * height > MAX_MEGAPIXELS * 1e6) {
    return refuse(`${seen} at most ${MAX_MEGAPIXELS} megapixels are possible. Please upload a smaller copy.`);
  }
  await decodeEveryPixel(bytes);
  return { accepted: true, type, width, height };
}

/** Shrinks the image, which reads every row. The decoder throws where rows are missing or damaged. */
async function decodeEveryPixel(bytes: Uint8Array): Promise<void> {
  await openImage(bytes, { failOn: 'warning', sequentialRead: true, limitInputPixels: MAX_MEGAPIXELS * 1e6 })
    .resize(64, 64, { fit: 'fill' })
    .timeout({ seconds: DECODING_SECONDS })
    .raw()
    .toBuffer();
}

function recognise(bytes: Uint8Array): UploadType | UploadVerdict {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  const other = OTHER_KINDS.find(({ matches }) => matches(head));
  return refuse(other ? `${other.is} ${other.instead ?? WANTED}` : `This file is not an image. ${WANTED}`);
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

function refuse(reason: string): UploadVerdict {
  return { accepted: false, reason };
}

import type { UploadReasonCode } from '../../shared/contract/upload-reason-codes.ts';

/**
 * The kind of a file by its content, as the service recognises it: a type to send, HEIC to convert first, or the reason
 * why it cannot be used.
 */
export type ImageKind =
  | { name: 'accepted'; type: 'image/jpeg' | 'image/png' | 'image/webp' }
  | { name: 'heic' }
  | { name: 'refused'; code: Extract<UploadReasonCode, 'not-an-image' | 'unsupported-format'> };

/** The bytes at the beginning of a file that tell its kind. */
export const HEAD_BYTES = 512;

const HEIC_BRANDS = /hei[cfmsx]|hev[cmsx]|mif1|msf1/;

/** The beginnings of videos, of GIF and TIFF images, and of PDF documents. */
const UNSUPPORTED = ['GIF8', 'II*\0', 'MM\0*', '%PDF-'];
/** The Matroska video's magic number after its first byte, which HTML does not allow in a script. */
const MATROSKA = 'E\xdf\xa3';
const SVG = /^\s*(?:<\?xml.*)?<svg/s;

export function kindOf(head: Uint8Array): ImageKind {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return { name: 'accepted', type: 'image/jpeg' };
  if (text.startsWith('\x89PNG\r\n')) return { name: 'accepted', type: 'image/png' };
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return { name: 'accepted', type: 'image/webp' };
  if (text.startsWith('ftyp', 4)) {
    // ISO base media files name their brands here: HEIC, AVIF, or a video.
    const brands = text.slice(8, 48);
    return HEIC_BRANDS.test(brands) && !/avi[fs]/.test(brands) ? { name: 'heic' } : unsupported;
  }
  const isBitmap = text.startsWith('BM') && text.startsWith('\0\0\0\0', 6);
  const isOther =
    UNSUPPORTED.some((beginning) => text.startsWith(beginning)) ||
    text.startsWith(MATROSKA, 1) ||
    SVG.test(text);
  if (isBitmap || isOther) return unsupported;
  return { name: 'refused', code: 'not-an-image' };
}

const unsupported: ImageKind = { name: 'refused', code: 'unsupported-format' };

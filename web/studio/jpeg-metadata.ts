import { SCREENSHOT_PROGRAMS } from '../../shared/contract/upload-requirements.ts';
import { minimalExif, tagsOf } from './exif.ts';

/** A JPEG without its metadata. */
export interface CleanJpeg {
  jpeg: Blob;
  /** Whether the metadata said that it is a screenshot, which its pixels may not show. */
  saysScreenshot: boolean;
}

/** ITU-T T.81, table B.1. */
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const APPLICATION_1 = 0xe1;

/** A marker and the length of its segment. */
const HEAD_BYTES = 4;
/** The most bytes of the pixels that are in memory at a time. */
const CHUNK_BYTES = 256 * 1024;
/** The size of the first read, enough for the next marker after most segments. */
const FIRST_CHUNK_BYTES = 64;

/**
 * Rewrites the segments of a JPEG: Exif with the position, XMP, comments, thumbnails and everything after the image are
 * left out, such as the video of a moving photo. The pixels stay as they are, and so do the colour profile and the
 * orientation. The file is read in small parts, and the result refers to it.
 * @returns undefined when the segments are damaged
 */
export async function withoutMetadata(file: Blob): Promise<CleanJpeg | undefined> {
  const parts: BlobPart[] = [file.slice(0, 2)];
  let [position, hasExif, saysScreenshot] = [2, false, false];
  for (;;) {
    const start = await nextMarker(file, position);
    if (start === undefined) return undefined;
    const [, marker = 0, high = 0, low = 0] = await bytesAt(file, start, start + HEAD_BYTES);
    if (marker === END_OF_IMAGE) {
      parts.push(file.slice(start, start + 2));
      return { jpeg: new Blob(parts, { type: 'image/jpeg' }), saysScreenshot };
    }
    const length = high * 256 + low;
    const end = start + 2 + length;
    if (marker === START_OF_IMAGE || length < 2 || end > file.size) return undefined;
    if (marker === START_OF_SCAN) {
      // Its coded pixels follow, up to the next marker.
      position = (await nextMarker(file, end)) ?? file.size;
      parts.push(file.slice(start, position));
      continue;
    }
    position = end;
    if (!isMetadata(marker)) {
      parts.push(file.slice(start, end));
      continue;
    }
    const content = await bytesAt(file, start + HEAD_BYTES, end);
    const text = latin1(content);
    if (isNeeded(marker, text)) {
      parts.push(file.slice(start, end));
      continue;
    }
    saysScreenshot ||= SCREENSHOT_PROGRAMS.test(text);
    if (marker === APPLICATION_1 && !hasExif && text.startsWith(EXIF)) {
      hasExif = true;
      parts.push(...minimalExif(tagsOf(content.subarray(EXIF.length))));
    }
  }
}

const EXIF = 'Exif\0\0';

/** Segments of applications, and comments. */
function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker >= 0xe0 && marker <= 0xef);
}

/** The segments without which the pixels would have other colours or shapes. */
const NEEDED: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };

function isNeeded(marker: number, text: string): boolean {
  const name = NEEDED[marker];
  return name !== undefined && text.startsWith(name);
}

/**
 * The position of the next marker that begins a segment or ends the image. Coded pixels have zeros and restart markers
 * after 0xff instead, and TEM, 0x01, has no segment either.
 */
async function nextMarker(file: Blob, from: number): Promise<number | undefined> {
  let [start, size] = [from, FIRST_CHUNK_BYTES];
  while (start + 1 < file.size) {
    const bytes = await bytesAt(file, start, start + size);
    let at = bytes.indexOf(0xff);
    while (at >= 0 && at + 1 < bytes.length) {
      if (beginsSegment(bytes[at + 1] ?? 0)) return start + at;
      at = bytes.indexOf(0xff, at + 1);
    }
    // The other half of a marker may be in the next chunk.
    start += at >= 0 ? at : bytes.length;
    size = CHUNK_BYTES;
  }
  return undefined;
}

function beginsSegment(marker: number): boolean {
  const isRestart = marker >= 0xd0 && marker <= 0xd7;
  return marker > 1 && marker !== 0xff && !isRestart;
}

async function bytesAt(file: Blob, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}

const LATIN1 = new TextDecoder('latin1');

function latin1(bytes: Uint8Array): string {
  return LATIN1.decode(bytes);
}

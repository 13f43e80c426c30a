import { inflateSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;

/**
 * The most bytes of metadata in one file, measured as a decoder would hold them. The depth maps that phones
 * add to portraits are the largest in use, with a few MB.
 */
export const MAX_METADATA_BYTES = 16 * MEBIBYTE;

/** The most metadata chunks of one file. Decoders search lists of them for each new one. */
export const MAX_METADATA_CHUNKS = 1000;

/** The most scans of a JPEG. Encoders write about ten. Each one passes over the whole image again. */
export const MAX_SCANS = 32;

/** A file that would cost a decoder more than its pixels do. */
export class ExcessiveContainer extends Error {
  override readonly name = 'ExcessiveContainer';
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The type of a file by its first bytes, of those that are decoded. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD_BYTES)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'image/webp' : undefined;
}

/**
 * Walks the chunks of a file before a decoder does. Metadata is not limited by the number of pixels: a text
 * chunk of 1 MB can inflate to 1 GB, and decoders inflate it to report it.
 * @throws ExcessiveContainer, and an error for a file whose chunks end beyond its end.
 */
export function checkContainer(bytes: Uint8Array, type: ImageType): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const metadata = new MetadataBudget();
  if (type === 'image/png') checkPng(data, metadata);
  else if (type === 'image/webp') checkWebp(data, metadata);
  else checkJpeg(data, metadata);
}

/** The metadata that one file may still have. */
class MetadataBudget {
  #bytes = MAX_METADATA_BYTES;
  #chunks = MAX_METADATA_CHUNKS;

  take(bytes: number): void {
    this.#bytes -= bytes;
    this.#chunks -= 1;
    if (this.#bytes < 0 || this.#chunks < 0) throw new ExcessiveContainer('The metadata are too large.');
  }

  /** Inflates no more than what is left, so that the check itself costs little. */
  takeInflated(compressed: Buffer): void {
    try {
      this.take(inflateSync(compressed, { maxOutputLength: Math.max(1, this.#bytes) }).length);
    } catch (error) {
      if (isTooLong(error)) throw new ExcessiveContainer('The metadata inflate to too many bytes.');
      throw error;
    }
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

const PNG_SIGNATURE_BYTES = 8;
/** Length and type before the data of a chunk, and the checksum after it. */
const PNG_CHUNK_HEAD = 8;
const PNG_CHUNK_FRAME = 12;

/** https://www.w3.org/TR/png-3/#5Chunk-layout: the type of a chunk that is not critical begins in lower case. */
function checkPng(data: Buffer, metadata: MetadataBudget): void {
  let position = PNG_SIGNATURE_BYTES;
  for (;;) {
    const length = data.readUInt32BE(position);
    const type = data.toString('latin1', position + 4, position + PNG_CHUNK_HEAD);
    const start = position + PNG_CHUNK_HEAD;
    position += PNG_CHUNK_FRAME + length;
    if (position > data.length) throw new Error(`The chunk ${type} ends beyond the file.`);
    if (type === 'IEND') return;
    if (!/^[a-z]/.test(type)) continue;
    metadata.take(length);
    const compressed = compressedPart(type, data.subarray(start, start + length));
    if (compressed) metadata.takeInflated(compressed);
  }
}

/** The compressed text or profile of a chunk, which follows one to three texts that end with zeros. */
function compressedPart(type: string, content: Buffer): Buffer | undefined {
  const afterKeyword = content.indexOf(0) + 1;
  // One byte names the method of compression.
  if (type === 'zTXt' || type === 'iCCP') return content.subarray(afterKeyword + 1);
  if (type !== 'iTXt' || content[afterKeyword] !== 1) return undefined;
  const afterLanguage = content.indexOf(0, afterKeyword + 2) + 1;
  return content.subarray(content.indexOf(0, afterLanguage) + 1);
}

const WEBP_HEAD_BYTES = 12;
const WEBP_PIXELS = /^(VP8 |VP8L|VP8X|ALPH|ANMF|ANIM)$/;

/** https://developers.google.com/speed/webp/docs/riff_container: chunks of even length after the file's head. */
function checkWebp(data: Buffer, metadata: MetadataBudget): void {
  let position = WEBP_HEAD_BYTES;
  while (position + 8 <= data.length) {
    const type = data.toString('latin1', position, position + 4);
    const length = data.readUInt32LE(position + 4);
    metadata.take(WEBP_PIXELS.test(type) ? 0 : length);
    position += 8 + length + (length % 2);
  }
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** ITU-T T.81, annex B: segments, of which a scan is followed by its coded pixels, until the end marker. */
function checkJpeg(data: Buffer, metadata: MetadataBudget): void {
  let scans = 0;
  let position = 2;
  for (;;) {
    position = nextMarker(data, position);
    const marker = data[position + 1];
    if (marker === undefined) throw new Error('The JPEG has no end.');
    if (marker === END_OF_IMAGE) return;
    const length = data.readUInt16BE(position + 2);
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (scans > MAX_SCANS) throw new ExcessiveContainer('The JPEG has too many scans.');
    } else {
      // Tables count as well: files have a few of them.
      metadata.take(length);
    }
    position += 2 + length;
  }
}

/**
 * The next marker that begins a segment. Coded pixels have zeros and restart markers after 0xff instead. Decoders read on
 * behind those and behind TEM, 0x01: with a length, they would hide what follows.
 */
function nextMarker(data: Buffer, from: number): number {
  for (let position = data.indexOf(0xff, from); position >= 0; position = data.indexOf(0xff, position + 1)) {
    const marker = data[position + 1] ?? 0;
    const isRestart = marker >= 0xd0 && marker <= 0xd7;
    if (marker > 1 && marker !== 0xff && !isRestart) return position;
  }
  return data.length;
}

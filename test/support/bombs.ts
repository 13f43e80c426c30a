import { crc32, deflateSync } from 'node:zlib';

/**
 * Files that are small and cost a decoder much, for tests that they are refused. Each is made of a real image of
 * the test.
 */

const MEBIBYTE = 1024 * 1024;

/** A PNG with one more chunk after its header. */
export function pngWithChunk(png: Uint8Array, type: string, content: Uint8Array): Buffer {
  const HEADER_END = 33;
  return Buffer.concat([png.subarray(0, HEADER_END), pngChunk(type, content), png.subarray(HEADER_END)]);
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngChunk(type: string, content: Uint8Array): Buffer {
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.write(type, 4, 'latin1');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type, 'latin1'), content])));
  return Buffer.concat([frame, content, checksum]);
}

/** The content of a chunk zTXt whose text inflates to a number of MB. */
export function compressedText(megabytes: number): Buffer {
  return Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflated(megabytes)]);
}

/** The content of a chunk iTXt whose text inflates to a number of MB. */
export function internationalText(megabytes: number): Buffer {
  return Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0en\0\0', 'latin1'), deflated(megabytes)]);
}

/** The content of a chunk iCCP whose profile inflates to a number of MB. */
export function colourProfile(megabytes: number): Buffer {
  return Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflated(megabytes)]);
}

function deflated(megabytes: number): Buffer {
  return deflateSync(Buffer.alloc(megabytes * MEBIBYTE, 'a'), { level: 9 });
}

/** A JPEG with a number of comments of a length in bytes after its first marker. */
export function jpegWithComments(jpeg: Uint8Array, count: number, length: number): Buffer {
  const comment = Buffer.alloc(2 + length, 'c');
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(length, 2);
  const comments = Array.from({ length: count }, () => comment);
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

/** A progressive JPEG whose last scan is repeated a number of times. */
export function jpegWithScans(progressive: Uint8Array, count: number): Buffer {
  const data = Buffer.from(progressive);
  const lastScan = data.lastIndexOf(Buffer.of(0xff, 0xda));
  const end = data.lastIndexOf(Buffer.of(0xff, 0xd9));
  const scans = Array.from({ length: count }, () => data.subarray(lastScan, end));
  return Buffer.concat([data.subarray(0, end), ...scans, data.subarray(end)]);
}

/** A WebP in the extended format with chunks of metadata of these lengths in bytes. */
export function webpWithMetadata(
  webp: Uint8Array,
  width: number,
  height: number,
  ...lengths: number[]
): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.from(`${type}    `, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const XMP_FLAG = 0x04;
  const extended = Buffer.alloc(10);
  extended.writeUInt8(XMP_FLAG, 0);
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const metadata = lengths.map((length) => chunk('XMP ', Buffer.alloc(length)));
  const body = [chunk('VP8X', extended), Buffer.from(webp.subarray(12)), ...metadata];
  const content = Buffer.concat([Buffer.from('WEBP'), ...body]);
  const head = Buffer.from('RIFF    ', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** A PNG of zeros with 16 bits a channel, whose seven passes a decoder holds at once. */
export function interlacedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Depth, colours with alpha, compression, filters, interlacing.
  header.set([16, 6, 0, 0, 1], 8);
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(MEBIBYTE)));
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), pixels, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A grey-toned JPEG that is not progressive, and has a scan for each colour: a decoder holds all before the last. */
export function jpegOfSeveralScans(width: number, height: number): Buffer {
  const segment = (marker: number, content: readonly number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content]);
  const high = (value: number) => [value >> 8, value & 0xff];
  const COLOURS = [1, 2, 3];
  // One code of one bit: no difference, and the end of the block.
  const code = (table: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), 0]);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc0, [8, ...high(height), ...high(width), 3, ...COLOURS.flatMap((id) => [id, 0x11, 0])]),
    code(0x00),
    code(0x10),
    ...COLOURS.flatMap((id) => [segment(0xda, [1, id, 0, 0, 63, 0]), Buffer.alloc(Math.ceil(blocks / 4))]),
    Buffer.of(0xff, 0xd9),
  ]);
}

/** An SVG whose filters take a renderer far longer than its size suggests. */
export function filterBomb(): Buffer {
  const blurs = '<feGaussianBlur stdDeviation="90"/>'.repeat(200);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f">${blurs}</filter>` +
      '<rect width="3000" height="3000" filter="url(#f)"/></svg>',
  );
}

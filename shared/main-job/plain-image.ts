import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WIDTH = 600;
const HEIGHT = 750;
const BYTES_PER_PIXEL = 3;
/** Bits per channel, colour type RGB, and the only methods of compression, filter and no interlacing. */
const FORMAT = [8, 2, 0, 0, 0];

/** A PNG of one colour that the service accepts as an upload of a development model. */
export function plainImage(red: number): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(WIDTH, 0);
  size.writeUInt32BE(HEIGHT, 4);
  // Every row begins with its filter, which is none.
  const row = Buffer.alloc(1 + WIDTH * BYTES_PER_PIXEL);
  for (let pixel = 0; pixel < WIDTH; pixel++) row.set([red, 120, 200], 1 + pixel * BYTES_PER_PIXEL);
  const rows = Buffer.concat(Array<Buffer>(HEIGHT).fill(row));
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', Buffer.concat([size, Buffer.from(FORMAT)])),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** A chunk: the length of its data, its type, the data, and the checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

import { Zip, ZipPassThrough } from 'fflate';
import { ApiError } from './api.ts';

/** One file of an archive, whose bytes are read when its turn comes. */
export interface PackedFile {
  name: string;
  read(): Promise<Uint8Array>;
}

/**
 * The most that an archive without the extension ZIP64 holds, less 64 MB for its directory. Programs of every system
 * unpack one. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.4.1.4
 */
const LIMITS = { files: 65_535, bytes: 2 ** 32 - 2 ** 26 };

/**
 * The bytes of a ZIP archive, of which one file is in memory at a time. JPEGs are stored as they are.
 * @param packed called with the number of files that are packed
 * @throws ApiError ARCHIVE_TOO_LARGE when the files do not fit into one archive.
 */
export async function* pack(
  files: Iterable<PackedFile> | AsyncIterable<PackedFile>,
  packed: (count: number) => void,
  limits = LIMITS,
) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  let [count, length] = [0, 0];
  for await (const { name, read } of files) {
    const bytes = await read();
    count += 1;
    length += bytes.length;
    if (count > limits.files || length > limits.bytes)
      throw new ApiError('ARCHIVE_TOO_LARGE', 'One ZIP archive holds 4 GB. Download one team at a time.');
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
    yield* chunks.splice(0);
    packed(count);
  }
  zip.end();
  yield* chunks.splice(0);
}

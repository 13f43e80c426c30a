import { Zip, ZipPassThrough } from 'fflate';

/** One file of an archive, whose bytes are read when its turn comes. */
export interface PackedFile {
  name: string;
  read(): Promise<Uint8Array>;
}

/** The bytes of a ZIP archive, of which one file is in memory at a time. JPEGs are stored as they are. */
export async function* pack(files: readonly PackedFile[], packed: (count: number) => void) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  for (const [index, { name, read }] of files.entries()) {
    const bytes = await read();
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
    yield* chunks.splice(0);
    packed(index + 1);
  }
  zip.end();
  yield* chunks.splice(0);
}

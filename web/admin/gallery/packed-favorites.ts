import { ApiError } from '../../service/api.ts';
import type { PackedFile } from '../../service/pack.ts';
import { readImage } from '../../service/save.ts';
import type { Favorite } from './favorites.ts';
import { type FileWords, pathGiver } from './file-names.ts';
import { readAhead } from './read-ahead.ts';

/** Photos that are downloaded at the same time. */
const AT_ONCE = 4;
/** The times that a photo is asked for when the connection breaks. */
const TRIES = 3;

/** The bytes behind a link. @throws ApiError. */
type ReadBytes = (link: string, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * The files of an archive with favorites, as `Team/Name.jpg`. A photo that its member has erased meanwhile is left out.
 * @returns the files, and a function that counts those left out so far
 */
export function packedFavorites(
  favorites: AsyncIterable<Favorite>,
  signal: AbortSignal,
  words: FileWords,
  readBytes: ReadBytes = bytesOf,
): { files: AsyncIterable<PackedFile>; missing(): number } {
  let missing = 0;
  async function* files(): AsyncGenerator<PackedFile> {
    const pathOf = pathGiver(words);
    const read = ({ urls }: Favorite) => persistently(() => readBytes(urls.original ?? urls.main, signal));
    for await (const { entry, result } of readAhead(favorites, AT_ONCE, read)) {
      const bytes = await unlessErased(result);
      if (bytes) yield { name: pathOf(entry.member), read: async () => bytes };
      else missing += 1;
    }
  }
  return { files: files(), missing: () => missing };
}

async function bytesOf(link: string, signal: AbortSignal): Promise<Uint8Array> {
  return new Uint8Array(await (await readImage(link, signal)).arrayBuffer());
}

async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'OFFLINE') || tries === TRIES) throw error;
    }
  }
}

/** @returns undefined for a photo that no longer exists. @throws any other error. */
async function unlessErased<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

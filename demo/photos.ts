import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PhotoFile } from '../local/partner/member.ts';
import { portraitSet } from './portraits.ts';

/** Content types by file extension, as browsers determine them. */
const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const DRAWN_PERSON = 3;
const DRAWN_PHOTOS = 6;

/** Why a file is no photo of the demo. A browser would convert HEIC. */
const REASON_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.heic': 'HEIC is converted by the page only; save it as JPEG',
  '.heif': 'HEIF is converted by the page only; save it as JPEG',
};
const OTHER = 'it is no JPEG, PNG or WebP';

/**
 * The photos in a folder.
 * @param say told of each file that is skipped, and why
 * @throws when the folder does not exist or contains no photo
 */
export async function photosOfFolder(folder: string, say: (line: string) => void): Promise<PhotoFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`The folder ${folder} does not exist.`);
  });
  const files = names.sort().flatMap((name) => {
    const extension = extname(name).toLowerCase();
    const type = TYPE_OF_EXTENSION[extension];
    if (type !== undefined) return [{ name, type }];
    say(`Skipped ${name}: ${REASON_OF_EXTENSION[extension] ?? OTHER}`);
    return [];
  });
  if (files.length === 0) throw new Error(`The folder ${folder} contains no JPEG, PNG or WebP.`);
  return Promise.all(
    files.map(async (file) => ({ ...file, bytes: await readFile(join(folder, file.name)) })),
  );
}

/** Drawn photos of a fictional person, for running the demo without photos. */
export async function drawnPhotos(): Promise<PhotoFile[]> {
  const drawn = await portraitSet(DRAWN_PERSON, DRAWN_PHOTOS);
  return drawn.map((bytes, index) => ({ name: `drawn-${index + 1}.jpg`, type: 'image/jpeg', bytes }));
}

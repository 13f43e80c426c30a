import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PhotoFile } from '../local/partner/member.ts';
import { portraitSet } from './portraits.ts';

/** What a browser would say of a file, which goes by its name alone. */
const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const DRAWN_PERSON = 1;
const DRAWN_PHOTOS = 6;

/** The images of a folder. @throws when there are none, or no such folder. */
export async function photosOfFolder(folder: string): Promise<PhotoFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`There is no folder ${folder}.`);
  });
  const files = names.sort().flatMap((name) => {
    const type = TYPE_OF_EXTENSION[extname(name).toLowerCase()];
    return type === undefined ? [] : [{ name, type }];
  });
  if (files.length === 0) throw new Error(`There is no JPEG, PNG or WebP in ${folder}.`);
  return Promise.all(
    files.map(async (file) => ({ ...file, bytes: await readFile(join(folder, file.name)) })),
  );
}

/** Photos of a person who does not exist, for whoever just wants to look. */
export async function drawnPhotos(): Promise<PhotoFile[]> {
  const drawn = await portraitSet(DRAWN_PERSON, DRAWN_PHOTOS);
  return drawn.map((bytes, index) => ({ name: `drawn-${index + 1}.jpg`, type: 'image/jpeg', bytes }));
}

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photosOfFolder } from '../../../demo/photos.ts';

test('the demo says which files of a folder it skips, and why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headshots-photos-'));
  for (const name of ['a.JPG', 'b.HEIC', 'c.heif', 'notes.txt']) await writeFile(join(folder, name), name);
  const said: string[] = [];
  const photos = await photosOfFolder(folder, (line) => said.push(line));
  expect(photos.map(({ name, type }) => [name, type])).toEqual([['a.JPG', 'image/jpeg']]);
  expect(said).toEqual([
    'Skipped b.HEIC: HEIC is converted by the page only; save it as JPEG',
    'Skipped c.heif: HEIF is converted by the page only; save it as JPEG',
    'Skipped notes.txt: it is no JPEG, PNG or WebP',
  ]);
});

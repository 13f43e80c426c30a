import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Api } from '../local/partner/api.ts';

export interface SavedPhoto {
  photoId: string;
  bytes: Uint8Array;
}

const PAGE_SIZE = 15;

/**
 * Lists all pages of a model's photos, fetches the three links of each photo, and saves the main ones to a
 * folder.
 */
export async function downloadPhotos(partner: Api, modelId: string, folder: string): Promise<SavedPhoto[]> {
  const saved: SavedPhoto[] = [];
  for (let offset = 0, hasMore = true; hasMore; offset += PAGE_SIZE) {
    const page = await partner.ask('GET /api/v2/organization/models/{modelId}/photos', {
      path: { modelId },
      query: { include: 'all', limit: PAGE_SIZE, offset },
    });
    for (const { id, urls } of page.photos) {
      const [main] = await Promise.all([
        fetchJpeg(urls.main),
        fetchJpeg(urls.thumbnail ?? ''),
        fetchJpeg(urls.original ?? ''),
      ]);
      await writeFile(join(folder, `${String(saved.length + 1).padStart(2, '0')}.jpg`), main);
      saved.push({ photoId: id, bytes: main });
    }
    hasMore = page.pagination.hasMore;
  }
  if (saved.length === 0) throw new Error(`The model ${modelId} is active but has no photos.`);
  return saved;
}

/** Checks that a link no longer works when the key in it is replaced by another photo's. */
export async function requireTamperedLinkRefused(partner: Api, modelId: string): Promise<void> {
  const request = { path: { modelId }, query: { limit: 2 } };
  const { photos } = await partner.ask('GET /api/v2/organization/models/{modelId}/photos', request);
  const [first, second] = photos;
  if (!first || !second) throw new Error(`The model ${modelId} has fewer than two photos.`);
  const { status } = await fetch(first.urls.main.replace(first.id, second.id));
  if (status !== 403) throw new Error(`A tampered link returned ${status} instead of 403.`);
}

async function fetchJpeg(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A photo link returned ${response.status}: ${await response.text()}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { format } = await sharp(bytes).metadata();
  if (format !== 'jpeg') throw new Error(`A photo link returned ${format} instead of a JPEG.`);
  return bytes;
}

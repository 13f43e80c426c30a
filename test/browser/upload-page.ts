import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page, Request } from 'playwright-core';
import { portraitSet } from '../../demo/portraits.ts';
import { createModel, freshTenant, type WhiteLabelModel } from '../support/tenant.ts';

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Portraits of one drawn person, which the service accepts. */
export async function drawnPortraits(count: number): Promise<PickedFile[]> {
  const portraits = await portraitSet(11, count);
  return portraits.map((bytes, index) => ({
    name: `portrait-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(bytes),
  }));
}

/** A portrait as a phone stores it: HEVC on its side with a rotation, and Exif with a position. */
export const heicPortrait: PickedFile = {
  name: 'IMG_0001.HEIC',
  // Chromium does not know the type.
  mimeType: '',
  buffer: readFileSync(join(import.meta.dirname, '../fixtures/portrait.heic')),
};

/** A model that waits for photos. Those of a development model only have to be images. */
export async function waitingModel(isDevelopment = true): Promise<WhiteLabelModel> {
  return createModel(await freshTenant(), { isDevelopment });
}

export async function choose(studio: FrameLocator | Page, files: PickedFile[]): Promise<void> {
  await studio.locator('#choose').setInputFiles(files);
}

/** Records the requests that create uploads or post files, from now on. */
export function transfersOf(page: Page): Request[] {
  const transfers: Request[] = [];
  page.on('request', (request) => {
    if (
      request.method() === 'POST' &&
      (isStorage(request.url()) || request.url().endsWith('/api/member/uploads'))
    )
      transfers.push(request);
  });
  return transfers;
}

/** True for an address of the bucket, to which forms are posted. */
export function isStorage(address: string | URL): boolean {
  return !new URL(address).pathname.startsWith('/api/') && !new URL(address).pathname.startsWith('/auth/');
}

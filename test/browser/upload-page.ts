import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { portraitSet } from '../../demo/portraits.ts';
import { createModel, freshTenant, type WhiteLabelModel } from '../support/tenant.ts';
import { openWindow, type WindowOptions } from './browser.ts';
import { Screen } from './screen.ts';

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

/** The page on which a member adds photos, also in a frame. */
export class Studio extends Screen {
  async choose(...files: PickedFile[]): Promise<void> {
    await this.place.locator('#choose').setInputFiles(files);
  }

  /** Waits until so many photos are accepted. */
  async accepts(count: number): Promise<void> {
    await this.sees(count < 4 ? `${count} of at least 4` : `${count} of up to 25`);
  }

  /** Chooses other files by the button of a photo. */
  async replace(button: string | RegExp, ...files: PickedFile[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(button)]);
    await chooser.setFiles(files);
  }
}

/** Opens the studio of a model that waits for photos. */
export async function openStudio(options: WindowOptions = {}): Promise<Studio> {
  const studio = new Studio(await openWindow(options));
  await studio.page.goto((await waitingModel()).signedUrl);
  return studio;
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

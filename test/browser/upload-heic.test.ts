import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { reasons } from '../../web/text/reasons.ts';
import { openWindow } from './browser.ts';
import { drawnPortraits, heicPortrait, openStudio, Studio, waitingModel } from './upload-page.ts';

const portraits = await drawnPortraits(4);

describe('HEIC photos in a browser that cannot decode them', () => {
  test('converts a HEIC photo to an upright JPEG without metadata, which the service accepts', async () => {
    const { signedUrl } = await waitingModel(false);
    const studio = new Studio(await openWindow());
    const { page } = studio;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await keepPostedFiles(page);
    await page.goto(signedUrl);
    await studio.choose(...portraits.slice(0, 1));
    await studio.accepts(1);
    expect(loaded.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    await studio.choose(heicPortrait);
    await studio.accepts(2);
    expect(
      new Set(loaded.filter((path) => path.startsWith('/assets/')).map((path) => path.split('/')[3])),
    ).toEqual(new Set(['heic.js', 'libheif.js', 'libheif.wasm']));
    const { name, bytes } = await lastPostedFile(page);
    expect(name).toBe('IMG_0001.jpg');
    const { format, width, height, orientation, exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ format, width, height, orientation, exif, xmp }).toEqual({
      format: 'jpeg',
      width: 960,
      height: 1200,
    });
    expect(icc === undefined || icc.toString('latin1').replaceAll('\0', '').includes('sRGB')).toBe(true);
    const difference = await meanDifference(bytes, portraits[2]?.buffer ?? Buffer.of());
    expect(difference).toBeLessThan(6);
  });

  test('says that a HEIC file is damaged when it cannot be decoded', async () => {
    const studio = await openStudio();
    await studio.choose({ ...heicPortrait, name: 'cut.heic', buffer: heicPortrait.buffer.subarray(0, 3000) });
    await studio.entry('cut.heic').sees(reasons.en.damaged.title);
    // The next one is decoded by a new worker.
    await studio.choose(heicPortrait);
    await studio.accepts(1);
  });
});

interface PostedFiles {
  postedFiles?: File[];
}

/** Has the page keep the files that it posts. */
async function keepPostedFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const files: File[] = [];
    Object.assign(globalThis, { postedFiles: files } satisfies PostedFiles);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('file') : null;
      if (file instanceof File) files.push(file);
      send.call(this, body);
    };
  });
}

async function lastPostedFile(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const { name, bytes } = await page.evaluate(async () => {
    const { postedFiles = [] }: PostedFiles = Object(globalThis);
    const file = postedFiles.at(-1);
    if (!file) throw new Error('The page has posted no file.');
    return { name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] };
  });
  return { name, bytes: Buffer.from(bytes) };
}

/** The mean difference of the samples of two images, of 255, at a size at which compression shows little. */
async function meanDifference(one: Buffer, other: Buffer): Promise<number> {
  const samples = (bytes: Buffer) =>
    sharp(bytes).resize(48, 60, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([samples(one), samples(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

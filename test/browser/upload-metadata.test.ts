import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawnPortraits, openStudio } from './upload-page.ts';

const POSITION = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' };

test('a JPEG is stored upright as it was, without the position in it, and its preview is a small image', async () => {
  const [portrait] = await drawnPortraits(1);
  const buffer = await sharp(portrait?.buffer)
    .withExif({ IFD0: { Make: 'Maker', Model: 'One' }, IFD3: POSITION })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
  expect((await sharp(buffer).metadata()).exif?.includes('Maker')).toBe(true);
  const studio = await openStudio();
  const { page } = studio;
  await studio.choose({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer });
  await studio.accepts(1);
  const previews = page.locator('.photos .preview img');
  const size = () =>
    previews.evaluate((image: HTMLImageElement) => [
      image.src.split(':')[0],
      image.naturalWidth,
      image.naturalHeight,
    ]);
  const upright = await sharp(buffer).autoOrient().toBuffer({ resolveWithObject: true });
  const isLandscape = upright.info.width > upright.info.height;
  const small = await size();
  expect(small[0]).toBe('blob');
  expect(Math.max(Number(small[1]), Number(small[2]))).toBe(320);
  expect(Number(small[1]) > Number(small[2])).toBe(isLandscape);

  const listed = page.waitForResponse((response) => response.url().endsWith('/api/member/uploads'));
  await page.reload();
  const { uploads } = (await (await listed).json()) as { uploads: { url: string }[] };
  const stored = Buffer.from(await (await fetch(uploads[0]?.url ?? '')).arrayBuffer());
  const { exif, orientation, width, height } = await sharp(stored).metadata();
  const original = await sharp(buffer).metadata();
  expect({ orientation, width, height }).toEqual({
    orientation: 6,
    width: original.width,
    height: original.height,
  });
  expect(exif?.length).toBeLessThan(60);
  expect(stored.includes('Maker')).toBe(false);
  expect((await sharp(stored).raw().toBuffer()).equals(await sharp(buffer).raw().toBuffer())).toBe(true);
  // After a reload the image comes from the service, and only a small one stays in memory.
  await previews.waitFor();
  expect(await size()).toEqual(small);
});

import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { servePartnerPage } from './partner-page.ts';
import { openStudio, waitingModel } from './upload-page.ts';

describe('photos that are not chosen as files', () => {
  test('takes an image from the clipboard', async () => {
    const studio = await openStudio();
    await studio.accepts(0);
    await studio.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(640, 800);
      const drawing = canvas.getContext('2d');
      drawing?.fillRect(100, 100, 300, 300);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    });
    await studio.page.keyboard.press('Control+V');
    await studio.accepts(1);
    await studio.button('Remove Pasted photo 1').waitFor();
  });

  test('takes photos with the camera of a computer, and keeps them when the dialog is closed before they are added', async () => {
    const studio = await openStudio({ hasCamera: true });
    await studio.press('Take a photo');
    const camera = studio.dialog('Take photos');
    const shots = camera.place.getByRole('list', { name: 'Photos you have taken' }).getByRole('listitem');
    await camera.press('Take a photo');
    await shots.first().waitFor();
    await camera.press('In 3 seconds');
    await shots.nth(1).waitFor();
    await camera.press('Take a photo');
    await shots.nth(2).waitFor();
    await studio.page.keyboard.press('Escape');
    await camera.waitUntilGone();
    await studio.press('Take a photo');
    await camera.press('Remove photo 1', 'Use 2 photos');
    await studio.accepts(2);
    await studio.button('Remove Camera photo 3.jpg').waitFor();
  });

  test('offers no camera without one, nor in a frame without the permission to use it', async () => {
    const { signedUrl } = await waitingModel();
    const window = await openWindow({ hasCamera: true });
    const page = await window.context.newPage();
    await page.goto(await servePartnerPage(signedUrl));
    const frame = page.frame({ name: 'frame-0' });
    if (!frame) throw new Error('The page of the partner has no frame.');
    await frame.getByText('0 of at least 4').waitFor();
    expect(await offersCamera(frame)).toBe(false);
    await page.goto((await waitingModel()).signedUrl);
    await page.getByText('0 of at least 4').waitFor();
    expect(await offersCamera(page.mainFrame())).toBe(true);

    const other = await openStudio();
    await other.accepts(0);
    expect(await offersCamera(other.page.mainFrame())).toBe(false);
  });
});

/** True when there is a button for the camera, once the page has had the answers that it asks the browser for. */
async function offersCamera(frame: Frame): Promise<boolean> {
  await frame.evaluate(async () => {
    await navigator.permissions.query({ name: 'camera' });
    await navigator.mediaDevices.enumerateDevices();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  return (await frame.getByRole('button', { name: 'Take a photo' }).count()) > 0;
}

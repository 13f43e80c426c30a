import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { baseUrl } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { servePartnerPage } from './partner-page.ts';
import { waitingModel } from './upload-page.ts';

describe('photos that are not chosen as files', () => {
  test('takes an image from the clipboard', async () => {
    const { signedUrl } = await waitingModel();
    const window = await openWindow();
    const { page, context } = window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
    await page.goto(signedUrl);
    await page.getByText('0 of at least 4').waitFor();
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(640, 800);
      const drawing = canvas.getContext('2d');
      drawing?.fillRect(100, 100, 300, 300);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    });
    await page.keyboard.press('Control+V');
    await page.getByText('1 of at least 4').waitFor();
    await page.getByRole('button', { name: 'Remove Pasted photo 1' }).waitFor();
  });

  test('takes photos with the camera of a computer, and keeps them when the dialog is closed before they are added', async () => {
    const { signedUrl } = await waitingModel();
    const { page } = await openWindow({ hasCamera: true });
    await page.goto(signedUrl);
    await page.getByRole('button', { name: 'Take a photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take photos' });
    const shots = dialog.getByRole('list', { name: 'Photos you have taken' }).getByRole('listitem');
    await dialog.getByRole('button', { name: 'Take a photo' }).click();
    await shots.first().waitFor();
    await dialog.getByRole('button', { name: 'In 3 seconds' }).click();
    await shots.nth(1).waitFor();
    await dialog.getByRole('button', { name: 'Take a photo' }).click();
    await shots.nth(2).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await dialog.getByRole('button', { name: 'Remove photo 1' }).click();
    await dialog.getByRole('button', { name: 'Use 2 photos' }).click();
    await page.getByText('2 of at least 4').waitFor();
    await page.getByRole('button', { name: 'Remove Camera photo 3.jpg' }).waitFor();
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

    const other = await openWindow();
    await other.page.goto((await waitingModel()).signedUrl);
    await other.page.getByText('0 of at least 4').waitFor();
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

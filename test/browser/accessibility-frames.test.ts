import type { Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { baseUrl, freshTenant, submittedModel, waitForStatus } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { serveHtml } from './partner-page.ts';
import { drawnPortraits, openStudio, Studio, waitingModel } from './upload-page.ts';

/** A partner's page with the element of embed.js. */
function partnerPage(signedUrl: string): Promise<string> {
  return serveHtml(`<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,">
    <script src="${baseUrl}/embed.js"></script>
    <main><h1>Partner</h1>
      <headshots-studio title="Your headshots" src="${signedUrl.replaceAll('&', '&amp;')}"></headshots-studio>
    </main>`);
}

async function studioOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('headshots-studio iframe');
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The element shows no frame.');
  return frame;
}

describe('axe finds no violation', () => {
  test('in the dialog of the camera, before and after photos were taken', async () => {
    const studio = await openStudio({ hasCamera: true });
    await studio.press('Take a photo');
    const camera = studio.dialog('Take photos');
    const shoot = camera.button('Take a photo');
    await expect.poll(() => shoot.isEnabled()).toBe(true);
    await studio.expectAccessible('camera', 'dialog.camera');
    await shoot.click();
    await camera.place.getByRole('listitem').first().waitFor();
    await studio.expectAccessible('camera with a photo', 'dialog.camera');
  });

  test('in the page of a partner with the element, and in the studio inside', async () => {
    const window = await openWindow();
    const { page } = window;
    await page.goto(await partnerPage((await waitingModel()).signedUrl));
    const frame = await studioOf(page);
    await frame.getByText('0 of at least 4').waitFor();
    await expectAccessible(page, 'page of a partner');
    await expectAccessible(page, 'uploads in a frame', undefined, frame);
    const studio = new Studio(window, page.frameLocator('headshots-studio iframe'));
    await studio.choose(...(await drawnPortraits(2)));
    await studio.accepts(2);
    await expectAccessible(page, 'uploads in a frame, with photos', undefined, frame);
  });

  test('in the gallery inside the page of a partner, and in its dialog', async () => {
    const tenant = await freshTenant();
    const model = await submittedModel(tenant, { isDevelopment: true });
    await waitForStatus(tenant, model.modelId, 'active');
    const { page } = await openWindow();
    await page.goto(await partnerPage(model.signedUrl));
    const frame = await studioOf(page);
    const cards = frame.getByRole('list', { name: 'Your headshots' });
    await cards.getByRole('listitem').first().waitFor();
    await expectAccessible(page, 'gallery in a frame', undefined, frame);
    await cards.getByRole('listitem').first().getByRole('button').first().click();
    await frame.getByRole('dialog').waitFor();
    await expectAccessible(page, 'enlarged headshot in a frame', 'dialog', frame);
  });
});

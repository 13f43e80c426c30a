import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { baseUrl, freshTenant, submittedModel, waitForStatus } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { serveHtml } from './partner-page.ts';

describe('a message or an error in a frame that is higher than the window', () => {
  test('is shown in the visible part, at the beginning of the page and where it was scrolled to', async () => {
    const tenant = await freshTenant();
    const model = await submittedModel(tenant, { isDevelopment: true });
    await waitForStatus(tenant, model.modelId, 'active');
    const { page, forgive } = await openWindow();
    await page.goto(
      await serveHtml(`<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,">
        <script src="${baseUrl}/embed.js"></script><p style="height:300px">Partner</p>
        <headshots-studio src="${model.signedUrl.replaceAll('&', '&amp;')}"></headshots-studio>`),
    );
    const studio = page.frameLocator('headshots-studio iframe');
    const favorites = studio
      .getByRole('list', { name: 'Your headshots' })
      .getByRole('button', { name: 'Favorite', exact: true });
    const height = page.viewportSize()?.height ?? 0;
    await favorites.first().waitFor();
    const frame = page.locator('headshots-studio');
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(2 * height);

    const expectInSight = async (position: number, message: Locator) => {
      await favorites.nth(position).scrollIntoViewIfNeeded();
      await favorites.nth(position).click();
      await message.waitFor();
      const box = await message.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
    };
    for (const position of [0, 6]) {
      const message = studio.locator('.toast p');
      await expectInSight(position, message);
      await message.waitFor({ state: 'hidden' });
    }
    await page.route('**/api/member/photos/*', (route) => route.fulfill({ status: 500, json: {} }));
    await expectInSight(9, studio.getByRole('alert').locator('p'));
    await forgive(500);
  });
});

import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { baseUrl, freshTenant, submittedModel, waitForStatus } from '../support/tenant.ts';
import { openWindow, type Window } from './browser.ts';
import { serveHtml } from './partner-page.ts';

/** Opens a gallery in the page of a partner, in a frame that is higher than the window. */
async function openFramedGallery(): Promise<Window & { studio: FrameLocator; height: number }> {
  const tenant = await freshTenant();
  const model = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, model.modelId, 'active');
  const window = await openWindow();
  const { page } = window;
  await page.goto(
    await serveHtml(`<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,">
      <script src="${baseUrl}/embed.js"></script><p style="height:300px">Partner</p>
      <headshots-studio src="${model.signedUrl.replaceAll('&', '&amp;')}"></headshots-studio>`),
  );
  const studio = page.frameLocator('headshots-studio iframe');
  await studio.getByRole('button', { name: 'Open headshot 1', exact: true }).waitFor();
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(() => heightOfFrame(page)).toBeGreaterThan(2 * height);
  return { ...window, studio, height };
}

async function heightOfFrame(page: Page): Promise<number> {
  return (await page.locator('headshots-studio').boundingBox())?.height ?? 0;
}

describe('a message or an error in a frame that is higher than the window', () => {
  test('is shown in the visible part, at the beginning of the page and where it was scrolled to', async () => {
    const { page, forgive, studio, height } = await openFramedGallery();
    const favorites = studio
      .getByRole('list', { name: 'Your headshots' })
      .getByRole('button', { name: 'Favorite', exact: true });

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

test('the large view stays as high as the window while the frame gets lower under it, also at its end', async () => {
  const { page, studio, height } = await openFramedGallery();
  for (const [card, shown] of [
    [20, 40],
    [34, 36],
  ] as const) {
    await studio.getByRole('button', { name: `Open headshot ${card}`, exact: true }).click();
    const large = studio.getByRole('dialog', { name: 'Headshot' });
    const box = async () => (await large.boundingBox()) ?? { y: -1, height: -1 };
    const before = await heightOfFrame(page);
    // Two rows of two.
    for (let away = 1; away <= 4; away++) {
      await large.getByRole('button', { name: 'Put away' }).click();
      await large.getByText(`of ${shown - away}`).waitFor();
    }
    await expect.poll(() => heightOfFrame(page)).toBeLessThan(before - 400);
    // The page around the frame has a margin.
    await expect.poll(async () => Math.abs((await box()).y)).toBeLessThan(10);
    await expect.poll(async () => Math.abs((await box()).height - height)).toBeLessThan(20);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
  }
});

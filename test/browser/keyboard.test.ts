import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ownedTenant } from '../support/owner.ts';
import { baseUrl, freshTenant, someEmail } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { untilLive } from './docs-page.ts';
import { openDesk } from './owner-desk.ts';

/** More presses than any of these pages needs to reach the element. */
const MAX_PRESSES = 40;

/** Presses Tab until the element has the focus, which has to be visible. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    if (await element.evaluate((node) => node === document.activeElement)) {
      const { style, width } = await element.evaluate((node) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(node);
        return { style: outlineStyle, width: Number.parseFloat(outlineWidth) };
      });
      expect(style).not.toBe('none');
      expect(width).toBeGreaterThanOrEqual(2);
      return;
    }
  }
  throw new Error(`${MAX_PRESSES} presses of Tab do not reach ${element}.`);
}

test('the admin page is used with the keyboard alone, from sign-in to a new model', async () => {
  const tenant = await freshTenant();
  const { page } = await openWindow();
  await page.goto(`${baseUrl}/admin`);
  await tabTo(page, page.getByLabel('API key'));
  await page.keyboard.type(tenant.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await tabTo(page, page.getByRole('button', { name: 'Skip navigation' }));
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.reload();
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Progress' }));
  await page.keyboard.press('Enter');
  // A screen reader announces the section that was opened.
  await page.getByRole('heading', { name: 'Progress', level: 1 }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Progress');

  const email = someEmail('.keyboard');
  await tabTo(page, page.getByLabel('E-mail address'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('button', { name: 'Add person' }));
  await page.keyboard.press('Enter');
  await page.frameLocator('iframe').getByText('0 of at least 4').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await page.locator('iframe').waitFor({ state: 'detached' });
  const open = page.getByRole('button', { name: `Open the page of ${email}` });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  // The focus returns to where it was.
  await page.locator('iframe').waitFor({ state: 'detached' });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('the focus goes to what takes the place of the element that had it', async () => {
  const tenant = await ownedTenant();
  for (const name of ['Looms', 'Mills'])
    await tenant.api.ask('POST /api/v2/organization/teams', { body: { name } });
  const { page } = await openDesk(tenant, 'members/teams');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await tabTo(page, page.getByRole('button', { name: 'Rename Looms' }));
  await page.keyboard.press('Enter');
  await page.getByLabel('New name of Looms').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Looms');

  await tabTo(page, page.getByRole('button', { name: 'Rename Looms' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Yarns');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Yarns');

  await tabTo(page, page.getByRole('button', { name: 'Delete Yarns' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect.poll(focused).toContain('Mills');
});

test('a call is tried on the docs page with the keyboard alone', async () => {
  const tenant = await freshTenant();
  const { page } = await openWindow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${baseUrl}/docs`);
  await untilLive(page);
  await tabTo(page, page.getByRole('link', { name: 'Skip navigation' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Your API key'));
  await page.keyboard.type(tenant.apiKey);

  // The search is before the content, so it is reached from the start of the page.
  await page.reload();
  await untilLive(page);
  await tabTo(page, page.getByLabel('Find an endpoint'));
  await page.keyboard.type('get credits');
  await tabTo(page, page.locator('nav a[href="#v2_organization_getCredits"]'));
  await page.keyboard.press('Enter');
  await untilLive(page, 'v2_organization_getCredits');
  const section = page.locator('#v2_organization_getCredits');
  await tabTo(page, section.locator('summary', { hasText: 'Try it' }));
  await page.keyboard.press('Enter');
  await tabTo(page, section.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await section.getByText('Response 200').waitFor();
});

import type { Page } from 'playwright-core';

/**
 * Waits until the script of the docs page has taken over what is near: the contents mark the section in view.
 * @param id the article to which the address leads
 */
export async function untilLive(page: Page, id?: string): Promise<void> {
  const link = id === undefined ? 'a' : `a[href="#${id}"]`;
  await page.locator(`nav ${link}[aria-current="location"]`).waitFor({ state: 'attached' });
}

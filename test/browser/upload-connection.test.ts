import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawnPortraits, isStorage, openStudio, transfersOf } from './upload-page.ts';

/** Console messages about requests without a response. */
const LOST = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET|FAILED)/;

const portraits = await drawnPortraits(4);

describe('the upload page without a connection', () => {
  test('a phone that loses the connection during the upload ends with all photos accepted', async () => {
    const studio = await openStudio({ isPhone: true });
    const { page, context } = studio;
    await studio.sees('Take a photo');
    // The connection is lost while the first photos are on their way.
    const lost = Promise.withResolvers<void>();
    let interruptions = 0;
    const interrupt = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      interruptions += 1;
      await context.setOffline(true);
      lost.resolve();
      await route.abort('connectionreset');
    };
    await page.route(isStorage, interrupt);
    await studio.choose(...portraits);
    await lost.promise;
    await studio.sees('The connection is lost.');
    await studio.button('Uploading 4 photos …').waitFor();
    expect(await warnsBeforeLeaving(page)).toBe(true);

    await page.unroute(isStorage, interrupt);
    await context.setOffline(false);
    await studio.accepts(4);
    expect(interruptions).toBeGreaterThan(0);
    expect(await page.getByText('The connection is lost.').count()).toBe(0);
    expect(await warnsBeforeLeaving(page)).toBe(false);
    await studio.forgive(LOST);
  });

  test('a failed photo is sent again by a button, and its upload is created once', async () => {
    const studio = await openStudio();
    const { page } = studio;
    const transfers = transfersOf(page);
    await page.route(isStorage, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await studio.choose(...portraits.slice(0, 1));
    const retry = studio.button('Try portrait-0.jpg again');
    await retry.waitFor();
    await page.unroute(isStorage);
    await retry.click();
    await studio.accepts(1);
    const created = transfers.filter((request) => !isStorage(request.url()));
    expect(created).toHaveLength(1);
    expect(created[0]?.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await studio.forgive(LOST);
  });

  test('a reload during an upload keeps what has arrived, and asks for the rest again', async () => {
    const studio = await openStudio();
    const { page } = studio;
    // The request that the reload interrupts may be answered with 400, or not at all.
    studio.tolerate(/status of 400/);
    await studio.choose(...portraits.slice(0, 2));
    await studio.accepts(2);
    // The third one never arrives.
    const begun = Promise.withResolvers<void>();
    await page.route(isStorage, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      begun.resolve();
    });
    await studio.choose(...portraits.slice(2, 3));
    await begun.promise;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    // A browser asks only on a page that was used.
    await page.getByRole('heading', { level: 1 }).click();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.unroute(isStorage);
    await studio.accepts(2);
    await studio.sees('This photo had not arrived when the page was closed.');
    await studio.replace(/^Replace Photo \d$/, ...portraits.slice(2, 3));
    await studio.accepts(3);
    await page.reload();
    await studio.accepts(3);
    expect(await page.getByText('had not arrived').count()).toBe(0);
  });
});

/** True when the page wants the browser to ask before it is left. */
async function warnsBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

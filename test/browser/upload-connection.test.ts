import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import {
  choose,
  drawnPortraits,
  isStorage,
  type PickedFile,
  transfersOf,
  waitingModel,
} from './upload-page.ts';

/** Console messages about requests without a response. */
const LOST = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET|FAILED)/;

let portraits: PickedFile[];

beforeAll(async () => {
  portraits = await drawnPortraits(4);
});

describe('the upload page without a connection', () => {
  test('a phone that loses the connection during the upload ends with all photos accepted', async () => {
    const { signedUrl } = await waitingModel();
    const window = await openWindow({ isPhone: true });
    const { page, context } = window;
    await page.goto(signedUrl);
    await page.getByText('Take a photo').waitFor();
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
    await choose(page, portraits);
    await lost.promise;
    await page.getByText('The connection is lost.').waitFor();
    await page.getByRole('button', { name: 'Uploading 4 photos …' }).waitFor();
    expect(await warnsBeforeLeaving(page)).toBe(true);

    await page.unroute(isStorage, interrupt);
    await context.setOffline(false);
    await page.getByText('4 of up to 25').waitFor();
    expect(interruptions).toBeGreaterThan(0);
    expect(await page.getByText('The connection is lost.').count()).toBe(0);
    expect(await warnsBeforeLeaving(page)).toBe(false);
    await window.forgive(LOST);
  });

  test('a failed photo is sent again by a button, and its upload is created once', async () => {
    const { signedUrl } = await waitingModel();
    const window = await openWindow();
    const { page } = window;
    await page.goto(signedUrl);
    const transfers = transfersOf(page);
    await page.route(isStorage, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await choose(page, portraits.slice(0, 1));
    const retry = page.getByRole('button', { name: 'Try portrait-0.jpg again' });
    await retry.waitFor();
    await page.unroute(isStorage);
    await retry.click();
    await page.getByText('1 of at least 4').waitFor();
    const created = transfers.filter((request) => !isStorage(request.url()));
    expect(created).toHaveLength(1);
    expect(created[0]?.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await window.forgive(LOST);
  });

  test('a reload during an upload keeps what has arrived, and asks for the rest again', async () => {
    const { signedUrl } = await waitingModel();
    const window = await openWindow();
    const { page } = window;
    // The request that the reload interrupts may be answered with 400, or not at all.
    window.tolerate(/status of 400/);
    await page.goto(signedUrl);
    await choose(page, portraits.slice(0, 2));
    await page.getByText('2 of at least 4').waitFor();
    // The third one never arrives.
    const begun = Promise.withResolvers<void>();
    await page.route(isStorage, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      begun.resolve();
    });
    await choose(page, portraits.slice(2, 3));
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
    await page.getByText('2 of at least 4').waitFor();
    await page.getByText('This photo had not arrived when the page was closed.').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^Replace Photo \d$/ }).click(),
    ]);
    await chooser.setFiles(portraits.slice(2, 3));
    await page.getByText('3 of at least 4').waitFor();
    await page.reload();
    await page.getByText('3 of at least 4').waitFor();
    expect(await page.getByText('had not arrived').count()).toBe(0);
  });
});

/** True when the page wants the browser to ask before it is left. */
async function warnsBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { changeSettings } from '../../shared/domain/organization/settings.ts';
import { baseUrl, createModel, freshTenant, openMember, operator, type Tenant } from '../support/tenant.ts';
import { openWindow, type Window } from './browser.ts';
import { finishedModel } from './gallery-page.ts';
import { serveHtml } from './partner-page.ts';
import { drawnPortraits } from './upload-page.ts';

interface ToldEvent {
  type: string;
  detail: Record<string, unknown>;
}

/** A partner's page with the element, and a list of the events that it got. Its policy is the one in docs/embedding.md. */
function partnerHtml(signedUrl: string): string {
  const source = signedUrl.replaceAll('&', '&amp;');
  return `<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; img-src data:; script-src 'nonce-n' ${baseUrl}; frame-src ${baseUrl}; require-trusted-types-for 'script'">
    <script src="${baseUrl}/embed.js"></script>
    <headshots-studio src="${source}" language="de"></headshots-studio>
    <script nonce="n">
      window.told = [];
      const studio = document.querySelector('headshots-studio');
      for (const type of ['ready', 'uploaded', 'submitted', 'finished', 'favorite', 'expired', 'error'])
        studio.addEventListener(type, ({ detail }) => window.told.push({ type, detail }));
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data));
    </script>`;
}

const studioIn = (page: Page): FrameLocator => page.frameLocator('headshots-studio iframe');

async function toldIn(page: Page, ...types: string[]): Promise<ToldEvent[]> {
  const list = () => page.evaluate(() => Reflect.get(window, 'told') as ToldEvent[]);
  await page.waitForFunction((wanted) => {
    const told = Reflect.get(window, 'told') as ToldEvent[];
    return wanted.every((type) => told.some((event) => event.type === type));
  }, types);
  return list();
}

/** Opens a page of another site, in a browser that blocks cookies and storage of third parties. */
async function openPartner(signedUrl: string): Promise<Window & { address: string }> {
  const window = await openWindow({ deniesStorage: true });
  const address = await serveHtml(partnerHtml(signedUrl));
  await window.page.goto(address);
  return { ...window, address };
}

async function allowFrames(tenant: Tenant, ...frameOrigins: string[]): Promise<void> {
  await changeSettings(operator, tenant.organizationId, { frameOrigins });
}

describe('the element <headshots-studio> in the page of a partner', () => {
  test('shows the studio without third-party cookies, tells of uploads, and is as high as its content', async () => {
    const tenant = await freshTenant();
    await changeSettings(operator, tenant.organizationId, { branding: { accent: '#ffcc00', font: 'serif' } });
    const { modelId, signedUrl } = await createModel(tenant, { isDevelopment: true });
    const window = await openPartner(signedUrl);
    const { page } = window;
    const studio = studioIn(page);

    expect(await toldIn(page, 'ready')).toEqual([
      { type: 'ready', detail: { modelId, status: 'onboarding' } },
    ]);
    const [frame] = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(frame?.url()).toBe(`${baseUrl}/auth/social`);
    const { accent, font } = await studio.locator('html').evaluate((root) => ({
      accent: getComputedStyle(root).getPropertyValue('--accent-fill'),
      font: getComputedStyle(root).fontFamily,
    }));
    expect([accent, font]).toEqual(['#ffcc00', expect.stringContaining('Charter')]);

    const heights = () =>
      page.locator('headshots-studio').evaluate((element) => {
        const frame = element.shadowRoot?.querySelector('iframe');
        return [element.clientHeight, frame?.clientHeight];
      });
    const contentHeight = () =>
      studio.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    const isAsHighAsItsContent = async () => (await heights())[1] === (await contentHeight());
    await expect.poll(isAsHighAsItsContent).toBe(true);
    const before = await contentHeight();

    await studio.locator('input[type=file]').setInputFiles(await drawnPortraits(2));
    await expect
      .poll(async () => (await toldIn(page)).filter(({ type }) => type === 'uploaded').length)
      .toBe(2);
    const uploaded = (await toldIn(page)).filter(({ type }) => type === 'uploaded');
    expect(uploaded.map(({ detail }) => detail.uploads)).toEqual([1, 2]);
    expect(uploaded[0]?.detail.uploadId).toMatch(/^upl_/);
    await expect.poll(contentHeight).toBeGreaterThan(before);
    await expect.poll(isAsHighAsItsContent).toBe(true);

    expect(await window.context.cookies()).toEqual([]);
  });

  test('tells of finished headshots, of the favorite, and of an expired session, and goes on with a new src', async () => {
    const model = await finishedModel();
    const window = await openPartner(model.signedUrl);
    const { page } = window;
    const { modelId } = model;
    expect(await toldIn(page, 'finished')).toEqual([
      { type: 'ready', detail: { modelId, status: 'active' } },
      { type: 'finished', detail: { modelId } },
    ]);
    const cards = studioIn(page).getByRole('list', { name: 'Deine Porträts' });
    await cards.getByRole('button', { name: 'Favorit', exact: true }).first().click();
    const [favorite] = (await toldIn(page, 'favorite')).slice(-1);
    expect(favorite).toEqual({
      type: 'favorite',
      detail: { modelId, photoId: expect.stringMatching(/^pho_/) },
    });
    await cards.getByRole('button', { name: 'Porträt 1 öffnen' }).click();
    await studioIn(page).getByRole('button', { name: 'Weglegen' }).click();
    await expect
      .poll(async () => (await toldIn(page, 'favorite')).slice(-1))
      .toEqual([{ type: 'favorite', detail: { modelId, photoId: null } }]);

    const broken = model.signedUrl.replace(/\.([^.&]+)&/, '.x&');
    expect(broken).not.toBe(model.signedUrl);
    const assign = (src: string) =>
      page.locator('headshots-studio').evaluate((element, value) => element.setAttribute('src', value), src);
    await assign(broken);
    expect((await toldIn(page, 'expired')).slice(-1)).toEqual([{ type: 'expired', detail: {} }]);
    await assign(model.signedUrl);
    await expect
      .poll(async () => (await toldIn(page)).slice(-2).map(({ type }) => type))
      .toEqual(['ready', 'finished']);
    await window.forgive(401);
  });

  test('is shown on a page of an allowed origin, and not on others, which get no message', async () => {
    const tenant = await freshTenant();
    const { signedUrl } = await createModel(tenant);
    const window = await openWindow();
    const { page } = window;
    const [allowed, refused] = [
      await serveHtml(partnerHtml(signedUrl)),
      await serveHtml(partnerHtml(signedUrl)),
    ];
    await allowFrames(tenant, new URL(allowed).origin);
    await page.goto(refused);
    await window.forgive(/frame-ancestors/);
    expect(page.frames().filter((frame) => frame.url().includes('/auth/social'))).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown[])).toEqual([]);
    expect(await toldIn(page)).toEqual([]);

    await page.goto(allowed);
    await toldIn(page, 'ready');
  });

  test('tells nothing to a page of another origin that reloads the studio without its token', async () => {
    const tenant = await freshTenant();
    await allowFrames(tenant, 'https://app.partner.test');
    const model = await createModel(tenant);
    await openMember(model);
    const { page } = await openWindow();
    // Without a token the address may be framed by any page, and has nothing to show.
    await page.goto(await serveHtml(partnerHtml(`${baseUrl}/auth/social`)));
    await studioIn(page).getByRole('heading', { name: 'Dieser Link ist abgelaufen' }).waitFor();
    // Messages keep their order, so the studio has posted nothing before this one.
    await studioIn(page)
      .locator('html')
      .evaluate(() => parent.postMessage('last', '*'));
    await page.waitForFunction(() => (Reflect.get(globalThis, 'heard') as unknown[]).includes('last'));
    expect(await page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown[])).toEqual(['last']);
    expect(await toldIn(page)).toEqual([]);
  });

  test('takes no messages of other frames and windows for those of the studio', async () => {
    const { signedUrl } = await createModel(await freshTenant());
    const { page } = await openPartner(signedUrl);
    await toldIn(page, 'ready');
    await page.evaluate(() => {
      const forged = { headshots: 1, type: 'favorite', detail: { modelId: 'x', photoId: 'x' } };
      const sent = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      postMessage(forged, location.origin);
      return sent;
    });
    expect((await toldIn(page)).map(({ type }) => type)).toEqual(['ready']);
  });

  test('reports a src that is no signedUrl as an error, and opens nothing', async () => {
    const { page, forgive } = await openWindow();
    await page.goto(await serveHtml(partnerHtml('')));
    await page
      .locator('headshots-studio')
      .evaluate((element) => element.setAttribute('src', 'javascript:alert(1)'));
    expect(await toldIn(page, 'error')).toMatchObject([{ type: 'error', detail: { code: 'INVALID_SRC' } }]);
    expect(page.frames()).toHaveLength(1);
    await forgive(/^<headshots-studio>: src has to be/);
  });
});

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sendInvite } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { createModel, someEmail, until } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { forgiveStatus, openWindow, type Window } from './browser.ts';
import { openDesk } from './owner-desk.ts';

const SETTINGS = '/api/admin/organization';
const WIDE = { width: 1360, height: 900 };
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10" fill="#0b5fff"/></svg>';

interface Branding {
  accent: string | null;
  font: string | null;
  logo: string | null;
}

async function brandingOf({ owner }: OwnedTenant): Promise<Branding> {
  return (await owner.expect<{ settings: { branding: Branding } }>('GET', SETTINGS)).settings.branding;
}

async function openBranding(tenant: OwnedTenant): Promise<Window> {
  const window = await openDesk(tenant, 'branding');
  await window.page.setViewportSize(WIDE);
  await window.page.getByLabel('Accent', { exact: true }).waitFor();
  return window;
}

/** The value of a custom property in the preview. */
const inPreview = ({ page }: Window, property: string) =>
  page
    .frameLocator('.preview-frame iframe')
    .locator('html')
    .evaluate((html, name) => getComputedStyle(html).getPropertyValue(name).trim(), property);

describe('the look of an organization', () => {
  test('is tried in the preview, saved, and seen by invited people and members', async () => {
    const tenant = await ownedTenant();
    const window = await openBranding(tenant);
    const { page } = window;
    const preview = page.frameLocator('.preview-frame iframe');
    await preview.getByText('Test Company invites you').waitFor();
    await page.getByLabel('Accent', { exact: true }).fill('#C2185B');
    await until(
      async () => (await inPreview(window, '--accent-fill')) === '#c2185b',
      'the accent in the preview',
    );
    await page.getByRole('radio', { name: 'Slab serif' }).check();
    await until(
      async () => (await inPreview(window, '--font')).includes('Rockwell'),
      'the font in the preview',
    );
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
    await preview.getByRole('heading', { name: 'Your headshots', includeHidden: true }).waitFor();
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await until(async () => (await inPreview(window, '--paper')) === '#141615', 'the dark preview');
    await page.getByRole('button', { name: 'Phone', exact: true }).click();
    await until(
      async () => (await preview.locator('html').evaluate(() => innerWidth)) === 390,
      'the width of a phone',
    );
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) });
    await preview.locator('img.logo').waitFor();
    await expectAccessible(page, 'changed look');
    expect(await brandingOf(tenant)).toEqual({ accent: null, font: null, logo: null });

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { logo, ...others } = await brandingOf(tenant);
    expect(others).toEqual({ accent: '#c2185b', font: 'slab' });
    const bytes = Buffer.from(logo?.split(',')[1] ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 128 });

    const invite = await sendInvite(tenant, someEmail());
    const { signedUrl } = await createModel(tenant);
    const visitor = await openWindow();
    for (const address of [invite.link, signedUrl]) {
      await visitor.page.goto(address);
      await visitor.page.locator('img.logo').waitFor();
      const fill = () =>
        visitor.page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--accent-fill'),
        );
      await until(async () => (await fill()) === '#c2185b', 'the accent on the page');
    }
    expect([...window.complaints, ...visitor.complaints]).toEqual([]);
  });

  test('is undone step by step, and goes back to the standard', async () => {
    const tenant = await ownedTenant();
    await tenant.owner.expect('PUT', SETTINGS, { branding: { accent: '#0b5fff', font: 'serif' } });
    const { page, complaints } = await openBranding(tenant);
    const accent = page.getByLabel('Accent', { exact: true });
    expect(await accent.inputValue()).toBe('#0b5fff');
    await page.getByRole('radio', { name: 'Rounded' }).check();
    await accent.fill('#111111');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await accent.inputValue()).toBe('#0b5fff');
    expect(await page.getByRole('radio', { name: 'Rounded' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByRole('radio', { name: 'Serif', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Back to the standard look' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await brandingOf(tenant)).toEqual({ accent: null, font: null, logo: null });
    expect(complaints).toEqual([]);
  });

  test('an accent that is too pale or too dark for text is told, and so is what is no color', async () => {
    const { page } = await openBranding(await ownedTenant());
    const accent = page.getByLabel('Accent', { exact: true });
    await accent.fill('#ffee99');
    await page.getByText('too pale for text on a light page').waitFor();
    await accent.fill('#101040');
    await page.getByText('too dark for text on a dark page').waitFor();
    await expectAccessible(page, 'contrast warning');
    await accent.fill('blue');
    await page.getByText('Enter a color such as #0b5fff.').waitFor();
    expect(await accent.getAttribute('aria-invalid')).toBe('true');
  });

  test('a file that is no logo is refused in words, and so is an error of the service', async () => {
    const tenant = await ownedTenant();
    const window = await openBranding(tenant);
    const { page } = window;
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Notes.') });
    await page.getByRole('alert').getByText('Your browser cannot read this file').waitFor();
    const tiny = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await input.setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer: tiny });
    await page.getByRole('alert').getByText('Its sides need at least 16 pixels').waitFor();
    const noise = await sharp({
      create: {
        width: 900,
        height: 600,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    await input.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: noise });
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await page.route(`**${SETTINGS}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL_ERROR', error: 'x' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Something went wrong on our side.').waitFor();
    forgiveStatus(window, 500);
    await page.unroute(`**${SETTINGS}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await brandingOf(tenant)).logo?.length).toBeLessThan(44_000);
    expect(window.complaints).toEqual([]);
  });

  test('two users who change different fields at the same time both keep theirs', async () => {
    const tenant = await ownedTenant();
    const { page } = await openBranding(tenant);
    await page.getByLabel('Accent', { exact: true }).fill('#c2185b');
    await tenant.owner.expect('PUT', SETTINGS, { branding: { font: 'serif' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await brandingOf(tenant)).toEqual({ accent: '#c2185b', font: 'serif', logo: null });
    expect(await page.getByRole('radio', { name: 'Serif', exact: true }).isChecked()).toBe(true);

    await tenant.owner.expect('PUT', SETTINGS, { branding: { accent: '#0b5fff' } });
    await page.getByLabel('Accent', { exact: true }).fill('#111111');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Overwrite the change of another user?' });
    await question.getByText('another user changed: Accent').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await brandingOf(tenant)).accent).toBe('#0b5fff');
    await page.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save mine' }).click();
    await until(async () => (await brandingOf(tenant)).accent === '#111111', 'the overwritten accent');
  });

  test('the preview is deaf to pages that are not the desk, and opens nothing of a member', async () => {
    const tenant = await ownedTenant();
    const { signedUrl } = await createModel(tenant);
    const { page, complaints } = await openBranding(tenant);
    const frame = page.frameLocator('.preview-frame iframe');
    await frame.getByText('Test Company invites you').waitFor();
    const look = { screen: 'signup', scheme: 'light', branding: {}, organization: { name: 'Forged' } };
    // A message of the preview itself is of its origin, and not of the page around it.
    await frame
      .locator('html')
      .evaluate((_, forged) => window.postMessage({ name: 'headshots.preview', look: forged }), look);
    await page.waitForTimeout(300);
    expect(await frame.locator('html').textContent()).not.toContain('Forged');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // The link of a member opens no session where the page is a preview.
    await Promise.all([
      page.waitForEvent('framenavigated', (navigated) => navigated.url().startsWith(signedUrl)),
      page
        .locator('.preview-frame iframe')
        .evaluate((iframe, link) => iframe.setAttribute('src', link), `${signedUrl}#preview`),
    ]);
    await frame.getByText('Test Company invites you').waitFor();
    expect(asked.filter((path) => path.startsWith('/api/member'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

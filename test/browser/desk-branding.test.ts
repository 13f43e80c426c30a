import type { FrameLocator, Locator } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sendInvite } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { createModel, someEmail, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { Desk, openDesk } from './owner-desk.ts';
import { Screen } from './screen.ts';

const SETTINGS = '/api/admin/organization';
const WIDE = { width: 1360, height: 900 };
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10" fill="#0b5fff"/></svg>';

interface Look {
  accent: string | null;
  font: string | null;
  logo: string | null;
}

async function brandingOf({ owner }: OwnedTenant): Promise<Look> {
  return (await owner.expect<{ settings: { branding: Look } }>('GET', SETTINGS)).settings.branding;
}

/** The section of the look, with its preview. */
class Branding extends Desk {
  get accent(): Locator {
    return this.place.getByLabel('Accent', { exact: true });
  }

  get preview(): Screen {
    return new Screen(this.window, this.page.frameLocator('.preview-frame iframe'));
  }

  /** Waits until a custom property has a value in the preview. */
  async previews(property: string, value: string): Promise<void> {
    const html = this.preview.place.locator('html');
    const now = () =>
      html.evaluate((root, name) => getComputedStyle(root).getPropertyValue(name).trim(), property);
    await until(async () => (await now()).includes(value), `${property} in the preview`);
  }

  async chooseLogo(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    await this.place.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });
  }
}

async function openBranding(tenant: OwnedTenant): Promise<Branding> {
  const { window } = await openDesk(tenant, 'branding');
  await window.page.setViewportSize(WIDE);
  const desk = new Branding(window);
  await desk.accent.waitFor();
  return desk;
}

describe('the look of an organization', () => {
  test('is tried in the preview, saved, and seen by invited people and members', async () => {
    const tenant = await ownedTenant();
    const desk = await openBranding(tenant);
    const preview = desk.preview.place as FrameLocator;
    await desk.preview.sees('Test Company invites you');
    await desk.accent.fill('#C2185B');
    await desk.previews('--accent-fill', '#c2185b');
    await desk.pick('Slab serif');
    await desk.previews('--font', 'Rockwell');
    await desk.press('Studio');
    await preview.getByRole('heading', { name: 'Your headshots', includeHidden: true }).waitFor();
    await desk.press('Dark');
    await desk.previews('--paper', '#141615');
    await desk.press('Phone');
    await until(
      async () => (await preview.locator('html').evaluate(() => innerWidth)) === 390,
      'the width of a phone',
    );
    await desk.chooseLogo('logo.svg', 'image/svg+xml', Buffer.from(SVG));
    await preview.locator('img.logo').waitFor();
    await desk.expectAccessible('changed look');
    expect(await brandingOf(tenant)).toEqual({ accent: null, font: null, logo: null });

    await desk.save();
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
  });

  test('is undone step by step, and goes back to the standard', async () => {
    const tenant = await ownedTenant();
    await tenant.owner.expect('PUT', SETTINGS, { branding: { accent: '#0b5fff', font: 'serif' } });
    const desk = await openBranding(tenant);
    const { page } = desk;
    const { accent } = desk;
    expect(await accent.inputValue()).toBe('#0b5fff');
    await desk.pick('Rounded');
    await accent.fill('#111111');
    await desk.press('Undo');
    expect(await accent.inputValue()).toBe('#0b5fff');
    expect(await page.getByRole('radio', { name: 'Rounded' }).isChecked()).toBe(true);
    await desk.press('Undo');
    expect(await page.getByRole('radio', { name: 'Serif', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

    await desk.press('Back to the standard look');
    await desk.save();
    expect(await brandingOf(tenant)).toEqual({ accent: null, font: null, logo: null });
  });

  test('an accent that is too pale or too dark for text is told, and so is what is no color', async () => {
    const desk = await openBranding(await ownedTenant());
    const { accent } = desk;
    await accent.fill('#ffee99');
    await desk.sees('too pale for text on a light page');
    await accent.fill('#101040');
    await desk.sees('too dark for text on a dark page');
    await desk.expectAccessible('contrast warning');
    await accent.fill('blue');
    await desk.sees('Enter a color such as #0b5fff.');
    expect(await accent.getAttribute('aria-invalid')).toBe('true');
    await desk.press('Save');
    expect(await accent.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await accent.fill(' 0B5FFF');
    await desk.save();
  });

  test('a file that is no logo is refused in words, and so is an error of the service', async () => {
    const tenant = await ownedTenant();
    const desk = await openBranding(tenant);
    const { page } = desk;
    await desk.chooseLogo('notes.png', 'image/png', Buffer.from('Notes.'));
    await desk.seesAlert('Your browser cannot read this file');
    const red = { width: 8, height: 8, channels: 3, background: 'red' } as const;
    await desk.chooseLogo('tiny.png', 'image/png', await sharp({ create: red }).png().toBuffer());
    await desk.seesAlert('Its sides need at least 16 pixels');
    const white = SVG.replace(/#[0-9a-f]{3,6}/gi, '#fff');
    await desk.chooseLogo('white.svg', 'image/svg+xml', Buffer.from(white));
    await desk.seesAlert('cannot be seen on white');
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = sharp({ create: { ...red, width: 900, height: 600, noise } });
    await desk.chooseLogo('photo.png', 'image/png', await photo.png().toBuffer());
    await desk.button('Remove').waitFor();
    await page.route(`**${SETTINGS}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL_ERROR', error: 'x' } })
        : route.continue(),
    );
    await desk.press('Save');
    await desk.seesAlert('Something went wrong on our side.');
    await desk.forgive(500);
    await page.unroute(`**${SETTINGS}`);
    await desk.save();
    expect((await brandingOf(tenant)).logo?.length).toBeLessThan(44_000);
  });

  test('two users who change different fields at the same time both keep theirs', async () => {
    const tenant = await ownedTenant();
    const desk = await openBranding(tenant);
    const { page } = desk;
    await desk.accent.fill('#c2185b');
    await tenant.owner.expect('PUT', SETTINGS, { branding: { font: 'serif' } });
    await desk.save();
    expect(await brandingOf(tenant)).toEqual({ accent: '#c2185b', font: 'serif', logo: null });
    expect(await page.getByRole('radio', { name: 'Serif', exact: true }).isChecked()).toBe(true);

    await tenant.owner.expect('PUT', SETTINGS, { branding: { accent: '#0b5fff' } });
    await desk.accent.fill('#111111');
    await desk.press('Save');
    const question = desk.dialog('Overwrite the change of another user?');
    await question.sees('another user changed: Accent');
    await question.press('Cancel');
    expect((await brandingOf(tenant)).accent).toBe('#0b5fff');
    await desk.press('Save');
    await question.press('Save mine');
    await until(async () => (await brandingOf(tenant)).accent === '#111111', 'the overwritten accent');
  });

  test('the preview is deaf to pages that are not the desk, and opens nothing of a member', async () => {
    const tenant = await ownedTenant();
    const { signedUrl } = await createModel(tenant);
    const desk = await openBranding(tenant);
    const { page } = desk;
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
  });
});

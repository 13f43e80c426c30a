import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendInvite } from '../support/invites.ts';
import { freshTenant, someEmail, until } from '../support/tenant.ts';
import { openFirefox } from './other-browsers/firefox.ts';
import type { BrowserPage, OpenPage } from './other-browsers/page.ts';
import { openWebKit } from './other-browsers/webkit.ts';
import { drawnPortraits, heicPortrait } from './upload-page.ts';

const BROWSERS: { browser: string; open: OpenPage }[] = [
  { browser: 'Firefox', open: openFirefox },
  { browser: 'WebKit', open: openWebKit },
];

/** Headshots of the first screen, whose images are loaded at once. */
const SHOWN = 4;
const HALF_DAY = 12 * 60 * 60_000;

// Neither decodes HEIC by itself. Safari does, which is WebKit with the decoders of macOS.
describe.each(BROWSERS)('in $browser', ({ open }) => {
  test('an invited member signs up, uploads photos with one of HEIC, gets headshots, chooses a favorite, copies its link and downloads it', async () => {
    // The other provider needs most of the time of this test, and no browser.
    const tenant = await freshTenant({ provider: 'development' });
    const email = someEmail();
    const { link } = await sendInvite(tenant, email);
    const directory = await mkdtemp(join(tmpdir(), 'browser-'));
    const page = await open(directory);
    onTestFinished(() => page.close());

    await page.goto(link);
    await page.click(button('Start'));
    await page.click(label('I agree that my photos are used like this.'));
    await page.see(button('Add 4 photos'));

    await page.choose('//input[@id="choose"]', await photosOf(directory));
    await page.see(text('4 of up to 25'));
    await page.click(label('Female'));
    await page.type('//input[@id="name"]', 'Anna Berg');
    await page.click(button('Make my headshots'));

    await page.see(heading('Your headshots'));
    await until(() => showsHeadshots(page), 'the images of the headshots');
    await page.click(`(${button('Favorite')})[1]`);
    await page.see(text('This is your favorite now.'));
    await page.see(`(${button('Favorite')})[1][@aria-pressed="true"]`);
    const { photos } = await tenant.api.expect<{ photos: { member: { email: string } }[] }>(
      'GET',
      '/api/v2/organization/photos/favorites',
    );
    expect(photos).toMatchObject([{ member: { email } }]);

    await page.click('(//button[starts-with(@aria-label, "Open headshot ")])[1]');
    // The links are read anew before one is copied, which must not cost the page its right to use the clipboard.
    await page.evaluate(`Object.assign(Date, { now: ((now) => () => now() + ${HALF_DAY})(Date.now) })`);
    await page.click(`//dialog${button('Copy link')}`);
    await page.see('//*[starts-with(normalize-space(text()), "The link is copied.")]');
    await page.click(`//dialog${button('Download')}`);
    const { format } = await sharp(await downloaded(directory)).metadata();
    expect(format).toBe('jpeg');
    await page.evaluate('history.back()');
    const dialogs = async () => Number(await page.evaluate('document.querySelectorAll("dialog").length'));
    await until(async () => (await dialogs()) === 0, 'the way back from the large view');
    await page.see(heading('Your headshots'));
    expect(await page.complaints()).toEqual([]);
  });
});

/** Three drawn portraits and one of HEIC, which is a fourth of the same person. */
async function photosOf(directory: string): Promise<string[]> {
  const portraits = (await drawnPortraits(4)).filter((_, index) => index !== 2);
  return Promise.all(
    [...portraits, heicPortrait].map(async ({ name, buffer }) => {
      const path = join(directory, name);
      await writeFile(path, buffer);
      return path;
    }),
  );
}

async function showsHeadshots(page: BrowserPage): Promise<boolean> {
  const images = '[...document.querySelectorAll("li .open img")]';
  const shown = await page.evaluate(
    `${images}.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length`,
  );
  return Number(shown) >= SHOWN;
}

/** The bytes of the downloaded headshot, once it is whole: until then Firefox shows an empty file beside that of its parts. */
async function downloaded(directory: string): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  await until(async () => {
    const names = await readdir(directory, { recursive: true });
    const name = names.find((path) => /(^|\/)anna-berg-\d\d\.jpg$/.test(path));
    if (name === undefined || names.some((path) => path.endsWith('.part'))) return false;
    bytes = await readFile(join(directory, name));
    return bytes.length > 0;
  }, 'the download');
  return bytes;
}

const named = (name: string) => `[normalize-space()="${name}" or @aria-label="${name}"]`;
const button = (name: string) => `//button${named(name)}`;
const heading = (name: string) => `//h1${named(name)}`;
const label = (name: string) => `//label${named(name)}`;
const text = (content: string) => `//*[not(*)][normalize-space()="${content}"]`;

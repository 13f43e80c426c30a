import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES, type Language } from '../../shared/contract/languages.ts';
import { inviteMail, type Recipient } from '../../shared/mail/member-mail.ts';
import { failuresMail } from '../../shared/mail/user-mails.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { openWebKit } from './other-browsers/webkit.ts';

/** A white pixel: the least favorable logo on the light scheme. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';
const LINK = 'https://headshots.example/auth/signup?invite=inv_01K0000000000000000000.1234567890';

function inviteIn(language: Language, accent: string, logo: string | undefined): string {
  const recipient: Recipient = {
    to: 'ada@people.test',
    language,
    organizationName: 'Northwind Traders',
    replyTo: 'people@northwind.test',
    branding: { accent, logo, font: 'serif' },
  };
  const offer = {
    link: LINK,
    expiresAt: '2026-12-20T00:00:00.000Z',
    photosBy: '2026-12-10',
    stopRemindersLink: LINK,
  };
  return inviteMail(recipient, offer).html.replace('cid:logo', LOGO);
}

test.each(['#0b5fff', '#ffe14d', '#777777', '#000000'])(
  'axe finds no violation in an invite with the accent %s, light and dark, with and without the logo',
  async (accent) => {
    const { page } = await openWindow();
    for (const language of LANGUAGES) {
      for (const logo of [undefined, LOGO]) {
        await page.setContent(inviteIn(language, accent, logo));
        await expectAccessible(page, `${language}, ${logo ? 'logo' : 'name'}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, 'wider than a phone').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      }
    }
  },
);

test('axe finds no violation in an invite whose style sheet a mail program drops', async () => {
  const { page } = await openWindow();
  const html = inviteIn('en', '#0b5fff', LOGO);
  const bare = html.replace(/<style>[\s\S]*<\/style>/, '');
  expect(bare).not.toBe(html);
  await page.setContent(bare);
  await expectAccessible(page, 'without its style sheet');
});

test('an invite fits a phone in WebKit, which Apple Mail shows mails with, and its button can be pressed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mail-'));
  const path = join(directory, 'invite.html');
  await writeFile(path, inviteIn('de', '#0b5fff', LOGO));
  const page = await openWebKit(directory);
  onTestFinished(() => page.close());
  await page.goto(pathToFileURL(path).href);
  await page.see('//a[@class="button"]');
  const [width, height, logo] = (await page.evaluate(`[
    document.documentElement.scrollWidth - innerWidth,
    document.querySelector('a.button').getBoundingClientRect().height,
    document.querySelector('.logo').naturalHeight,
  ]`)) as number[];
  expect(width).toBeLessThanOrEqual(0);
  expect(height).toBeGreaterThanOrEqual(44);
  expect(logo).toBe(1);
});

test('axe finds no violation in a mail of the service to owners', async () => {
  const { page } = await openWindow();
  const { html } = failuresMail(
    { to: 'ada@people.test', language: 'en' },
    {
      organizationName: 'Northwind Traders',
      adminUrl: 'https://headshots.example/admin',
      failures: [{ reason: 'timed-out', models: 2 }],
    },
  );
  await page.setContent(html);
  await expectAccessible(page, 'failures');
});

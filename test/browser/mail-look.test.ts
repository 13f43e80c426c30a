import { expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/contract/languages.ts';
import { inviteMail, type Recipient } from '../../shared/mail/member-mail.ts';
import { failuresMail } from '../../shared/mail/user-mails.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';

/** A white pixel, stretched: the least favorable logo on the light scheme. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';
const LINK = 'https://headshots.example/auth/signup?invite=inv_01K0000000000000000000.1234567890';

test.each(['#0b5fff', '#ffe14d', '#777777', '#000000'])(
  'axe finds no violation in an invite with the accent %s, light and dark, with and without the logo',
  async (accent) => {
    const { page } = await openWindow();
    for (const language of LANGUAGES) {
      for (const logo of [undefined, LOGO]) {
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
        const { html } = inviteMail(recipient, offer);
        await page.setContent(html.replace('cid:logo', LOGO));
        await expectAccessible(page, `${language}, ${logo ? 'logo' : 'name'}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, 'wider than a phone').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      }
    }
  },
);

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

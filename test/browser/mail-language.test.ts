import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { caughtMail, sendInvite } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { baseUrl, freshTenant, someEmail, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { openDesk } from './owner-desk.ts';

test('mails follow the language of the page at sign-up, and then the one that the member chooses in the studio', async () => {
  const tenant = await freshTenant();
  const sent = await sendInvite(tenant, someEmail());
  const { page, complaints } = await openWindow({ locale: 'de' });
  const subjects = async () =>
    (await caughtMail()).filter(({ to }) => to.includes(sent.input.email)).map(({ subject }) => subject);
  const mailLink = () => connectApi(baseUrl).expect('POST', '/api/member/session/link', { invite: sent.id });

  await page.goto(sent.link);
  await page.getByRole('button', { name: 'Los geht’s' }).click();
  await page.getByText('0 von mindestens 4').waitFor();
  await mailLink();
  await until(
    async () => (await subjects()).includes('Weiter zu deinen Porträts für Test Company'),
    'the German mail',
  );

  const chosen = page.waitForResponse((response) => response.url().endsWith('/api/member/language'));
  await page.getByRole('button', { name: 'English' }).click();
  expect((await chosen).ok()).toBe(true);
  await mailLink();
  await until(
    async () => (await subjects()).includes('Continue with your headshots for Test Company'),
    'the English mail',
  );
  // A reload tells the service nothing new.
  const told: string[] = [];
  page.on('request', (request) => told.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await page.getByText('0 of at least 4').waitFor();
  expect(told).not.toContain('PUT /api/member/language');
  expect(complaints).toEqual([]);
});

test('an owner chooses the language of invites in the settings', async () => {
  const tenant = await ownedTenant();
  const { page, complaints } = await openDesk(tenant, 'settings');
  const language = page.getByLabel('Language of invites');
  expect(await language.inputValue()).toBe('en');
  await language.selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await language.inputValue()).toBe('de');
  expect(await tenant.owner.expect('GET', '/api/admin/organization')).toMatchObject({
    settings: { language: 'de' },
  });
  expect(complaints).toEqual([]);
});

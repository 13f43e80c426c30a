import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { caughtMail, sendInvite } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { baseUrl, freshTenant, someEmail, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { openDesk } from './owner-desk.ts';

const OWN_USER = '/api/admin/user';

test('mails follow the language of the page at sign-up, and then the one that the member chooses in the studio', async () => {
  const tenant = await freshTenant();
  const sent = await sendInvite(tenant, someEmail());
  const { page } = await openWindow({ locale: 'de' });
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
});

test('an owner chooses the language of invites in the settings', async () => {
  const tenant = await ownedTenant();
  const { page } = await openDesk(tenant, 'settings');
  const language = page.getByLabel('Language of invites');
  expect(await language.inputValue()).toBe('en');
  await language.selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await language.inputValue()).toBe('de');
  expect(await tenant.owner.expect('GET', '/api/admin/organization')).toMatchObject({
    settings: { language: 'de' },
  });
});

test('mails to users follow the language of the sign-in page, of the first visit, and then the one chosen at the desk', async () => {
  const ownerEmail = someEmail(`-desk-${Date.now()}`);
  const tenant = await ownedTenant({ ownerEmail });
  const ofMails = async () => {
    const { user } = await tenant.owner.expect<{ user: { language: string | null } }>('GET', OWN_USER);
    return user.language;
  };
  const { page } = await openWindow({ locale: 'de' });
  await page.goto(`${baseUrl}/admin`);
  await page.getByLabel('Deine E-Mail-Adresse').fill(ownerEmail);
  await page.getByRole('button', { name: 'Link schicken' }).click();
  let link: string | undefined;
  await until(async () => {
    const mails = (await caughtMail()).filter(({ to }) => to.includes(ownerEmail));
    link = mails
      .find(({ subject }) => subject === 'Anmelden bei Test Company')
      ?.text.match(/http\S+token=\S+/)?.[0];
    return link !== undefined;
  }, 'the German mail');
  expect(await ofMails()).toBeNull();

  const told = () =>
    page.waitForResponse((response) => response.url().endsWith(`${OWN_USER}/language`) && response.ok());
  const first = told();
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await first;
  expect(await ofMails()).toBe('de');
  const chosen = told();
  await page.getByRole('button', { name: 'English' }).click();
  await chosen;
  expect(await ofMails()).toBe('en');
});

test('the page that a mail with many links names requests the next ones', async () => {
  const { page } = await openWindow();
  await page.goto(`${baseUrl}/admin?after=org_1`);
  await page.getByLabel('Your e-mail address').fill(someEmail());
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/admin/link'));
  await page.getByRole('button', { name: 'Send me a link' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ after: 'org_1', language: 'en' });
});

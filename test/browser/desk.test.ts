import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import { sendInvite } from '../support/invites.ts';
import { deliveriesOf, ownedTenant, settingsOf } from '../support/owner.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  operator,
  someEmail,
  submittedModel,
  until,
  waitForStatus,
} from '../support/tenant.ts';
import { firstUserOf, userToken } from '../support/users.ts';
import { forgiveStatus } from './browser.ts';
import { openDesk } from './owner-desk.ts';

function copiedText(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a section whose script is missing offers a reload, which shows it', async () => {
  const tenant = await ownedTenant();
  const window = await openDesk(tenant, 'users');
  const { page, context } = window;
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  const assets = '**/assets/**';
  await context.route(assets, (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This section could not be loaded' });
  await alert.waitFor();
  await context.unroute(assets);
  await alert.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  forgiveStatus(window, 404);
  expect(window.complaints).toEqual([]);
});

/** A text that only the script of a section has. */
const SCRIPT_OF = {
  keys: '/api/admin/keys',
  branding: 'headshots.preview-ready',
  deliveries: '/api/admin/deliveries',
  reports: '/api/v2/organization/usage',
  members: '/api/admin/members',
};

test('a section loads its script when it is opened, and no other section', async () => {
  const tenant = await ownedTenant();
  const { page } = await openDesk(tenant, 'keys');
  await page.getByRole('button', { name: 'New key' }).waitFor();
  const loaded = async () => {
    const scripts = await page.evaluate(() =>
      Promise.all(
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/assets/'))
          .map(async ({ name }) => (await fetch(name)).text()),
      ),
    );
    return Object.entries(SCRIPT_OF).flatMap(([section, text]) =>
      scripts.some((script) => script.includes(text)) ? [section] : [],
    );
  };
  expect(await loaded()).toEqual(['keys']);
  await page.getByRole('link', { name: 'Branding', exact: true }).click();
  await page.getByRole('heading', { name: 'Branding', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  expect(await loaded()).toEqual(['keys', 'branding']);
});

test('the overview counts people from the invite to the favorite', async () => {
  const tenant = await ownedTenant({ credits: 5 });
  await sendInvite(tenant, someEmail());
  await createModel(tenant);
  const { modelId, member } = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, modelId, 'active');
  const { photos } = await member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
  const { page, complaints } = await openDesk(tenant, 'overview');
  const funnel = page.getByRole('region', { name: 'From invite to favorite' });
  await funnel.getByRole('listitem').first().waitFor();
  expect(await funnel.getByRole('listitem').allTextContents()).toEqual([
    'Invited or added3100 %',
    'Signed up267 %',
    'Photos sent133 %',
    'Headshots ready133 %',
    'Favorite chosen133 %',
  ]);
  const now = page.getByRole('region', { name: 'Right now' });
  expect(await now.getByRole('definition').allTextContents()).toEqual(['5', '1', '0', '0']);
  expect(complaints).toEqual([]);
});

test('an owner creates an API key with scopes, which is shown once, and revokes it', async () => {
  const tenant = await ownedTenant();
  const window = await openDesk(tenant, 'keys');
  const { page } = window;
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Purpose').fill('Nightly import');
  await page.getByRole('radio', { name: 'Only these areas' }).check();
  await page.getByRole('checkbox', { name: 'Organization: Read' }).uncheck();
  await page.getByRole('combobox', { name: 'Expires', exact: true }).selectOption({ label: 'In 30 days' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const field = page.getByRole('textbox', { name: 'The new API key' });
  const key = await field.inputValue();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await copiedText(page)).toBe(key);
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization/models')).status).toBe(200);
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization')).status).toBe(403);
  await page.getByRole('button', { name: 'Done' }).click();
  await field.waitFor({ state: 'detached' });
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' });
  expect(await row.textContent()).toContain('models:read');
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization/models')).status).toBe(401);
  expect(window.complaints).toEqual([]);
});

test('an owner changes the URL of webhooks, tests it, and creates a new secret', async () => {
  const tenant = await ownedTenant();
  const window = await openDesk(tenant, 'webhooks');
  const { page } = window;
  const url = page.getByLabel('URL of your server');
  expect(await url.inputValue()).toBe(tenant.receiver.url);
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption({ label: 'Model created' });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The receiver answered 200.').waitFor();
  expect(tenant.receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { event: 'model.created' },
  ]);

  await page.getByRole('button', { name: 'Create a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'The new secret' }).inputValue();
  const [current, former] = (await settingsOf(tenant)).secrets;
  expect(secret.endsWith(current?.endsWith ?? '-')).toBe(true);
  expect(former?.validUntil).not.toBeNull();

  await url.fill('http://intranet.example/webhooks');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('https').waitFor();
  forgiveStatus(window, 400);
  await url.fill('');
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await settingsOf(tenant)).toMatchObject({ url: null, enabled: false });
  expect(window.complaints).toEqual([]);
});

test('the delivery log is filtered, shows the body and the attempts of a webhook, and sends it again', async () => {
  const tenant = await ownedTenant();
  const model = await createModel(tenant);
  // The page reads the log once, and the receiver has the webhook before the log has it.
  await until(
    async () => (await deliveriesOf(tenant, '?status=delivered')).length > 0,
    'the webhook in the log',
  );
  const window = await openDesk(tenant, 'deliveries');
  const { page } = window;
  const entry = page.getByRole('link', { name: 'Model created' });
  await entry.waitFor();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption({ label: 'Given up' });
  await page.getByText('No webhooks match.').waitFor();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption({ label: 'All' });
  await entry.click();
  const body = page.getByRole('group', { name: 'Body' });
  await body.waitFor();
  expect(JSON.parse((await body.textContent()) ?? '')).toEqual(
    JSON.parse(tenant.receiver.received[0]?.body ?? '{}'),
  );
  expect(await body.textContent()).toContain(model.modelId);
  await page.getByText('1. The receiver answered 200.').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await until(() => tenant.receiver.received.length > 1, 'the same webhook again');
  expect(tenant.receiver.received[1]?.body).toBe(tenant.receiver.received[0]?.body);
  await page.goBack();
  await entry.waitFor();
  expect(window.complaints).toEqual([]);
});

test('an owner ends another session, which the audit trail shows', async () => {
  const tenant = await ownedTenant();
  await tenant.owner.expect('POST', '/api/admin/keys', { name: 'Production' });
  const window = await openDesk(tenant, 'audit');
  const { page } = window;
  const entry = page.getByRole('listitem').filter({ hasText: 'Production' });
  await entry.waitFor();
  expect(await entry.textContent()).toContain('an API key was created');
  await entry.getByText(firstUserOf(tenant).email).waitFor();

  const elsewhere = connectApi(baseUrl, await userToken(operator, firstUserOf(tenant)));
  expect((await elsewhere.call('GET', '/api/admin/sessions')).status).toBe(200);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByText('This one').waitFor();
  const end = page.getByRole('button', { name: /^End session/ });
  await end.click();
  await end.waitFor({ state: 'detached' });
  expect((await elsewhere.call('GET', '/api/admin/sessions')).status).toBe(401);
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await page.getByText("a user's session was ended").waitFor();
  expect(window.complaints).toEqual([]);
});

test('an owner changes the settings of the organization', async () => {
  const tenant = await ownedTenant();
  const window = await openDesk(tenant, 'settings');
  const { page } = window;
  await page.getByLabel('Name', { exact: true }).fill('Renamed Company');
  await page.getByLabel('Days for which').fill('7');
  await page.getByRole('checkbox').check();
  await page.getByRole('radio', { name: 'Only these websites' }).check();
  const origins = page.getByLabel('Allowed websites, one on each line');
  await origins.fill('ftp://app.example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('frameOrigins').waitFor();
  forgiveStatus(window, 400);
  await origins.fill('https://app.example.com\nhttps://*.example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('banner').getByText('Renamed Company').waitFor();
  expect(await tenant.owner.expect('GET', '/api/admin/organization')).toMatchObject({
    settings: {
      name: 'Renamed Company',
      website: 'https://company.test',
      uploadRetentionDays: 7,
      whiteLabelConsent: true,
      frameOrigins: ['https://app.example.com', 'https://*.example.org'],
    },
  });
  expect(window.complaints).toEqual([]);
});

test('an API key opens no section of owners, and the desk speaks German', async () => {
  const tenant = await freshTenant();
  const window = await openDesk({ owner: tenant.api }, 'keys');
  const { page } = window;
  await page.getByRole('main').getByText('Sign in by e-mail to see').waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'API-Schlüssel', level: 1 }).waitFor();
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Übersicht',
    'Einladungen',
    'Mitglieder',
    'Fortschritt',
    'Galerie',
    'Berichte',
  ]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(window.complaints).toEqual([]);
});

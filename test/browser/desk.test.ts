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
  await window.forgive(404);
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
  const desk = await openDesk(tenant, 'keys');
  const { page } = desk;
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
  await desk.follow('Branding');
  await desk.seesHeading('Branding');
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
  const desk = await openDesk(tenant, 'overview');
  const { page } = desk;
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
});

test('an owner creates an API key with scopes, which is shown once, and revokes it', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'keys');
  const { page } = desk;
  await desk.press('New key');
  await desk.fill('Purpose', 'Nightly import');
  await desk.pick('Only these areas');
  await desk.uncheck('Organization: Read');
  await desk.select('Expires', 'In 30 days');
  await desk.press('Create key');
  const field = page.getByRole('textbox', { name: 'The new API key' });
  const key = await field.inputValue();
  await desk.press('Copy');
  await desk.sees('Copied.');
  expect(await copiedText(page)).toBe(key);
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization/models')).status).toBe(200);
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization')).status).toBe(403);
  await desk.press('Done');
  await field.waitFor({ state: 'detached' });
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' });
  expect(await row.textContent()).toContain('Models: Read');
  expect(await page.content()).not.toContain(key);

  await desk.press('Revoke Nightly import');
  await desk.confirm('Revoke');
  await row.waitFor({ state: 'detached' });
  expect((await connectApi(baseUrl, key).call('GET', '/api/v2/organization/models')).status).toBe(401);
});

test('an owner changes the URL of webhooks, tests it, and creates a new secret', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'webhooks');
  const { page } = desk;
  const url = page.getByLabel('URL of your server');
  expect(await url.inputValue()).toBe(tenant.receiver.url);
  await desk.select('Event', 'Model created');
  await desk.press('Send a test');
  await desk.sees('The receiver answered 200.');
  expect(tenant.receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { event: 'model.created' },
  ]);

  await desk.press('Create a new secret');
  await desk.confirm('Create a new secret');
  const secret = await page.getByRole('textbox', { name: 'The new secret' }).inputValue();
  const [current, former] = (await settingsOf(tenant)).secrets;
  expect(secret.endsWith(current?.endsWith ?? '-')).toBe(true);
  expect(former?.validUntil).not.toBeNull();

  await url.fill('http://intranet.example/webhooks');
  await desk.press('Save');
  await desk.seesAlert('https');
  await desk.forgive(400);
  await url.fill('');
  await page.getByRole('checkbox').uncheck();
  await desk.press('Save');
  await desk.sees('Saved.');
  expect(await settingsOf(tenant)).toMatchObject({ url: null, enabled: false });
});

test('the page of webhooks shows by itself that a receiver answers again', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'overview');
  let isOpen = true;
  await desk.page.route('**/api/admin/webhooks', async (route) => {
    const response = await route.fetch();
    const { webhooks } = (await response.json()) as { webhooks: object };
    const now = { ...webhooks, circuit: { state: isOpen ? 'open' : 'closed' }, parkedModels: isOpen ? 1 : 0 };
    await route.fulfill({ response, json: { success: true, webhooks: now } });
  });
  await desk.goTo('webhooks');
  await desk.sees('The webhooks of one model wait.');
  await desk.press('Send them again');
  await desk.sees('They are being sent again, model by model.');
  isOpen = false;
  await desk.sees('Webhooks are sent.');
  expect(await desk.button('Send them again').count()).toBe(0);
});

test('the delivery log is filtered, shows the body and the attempts of a webhook, and sends it again', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'deliveries');
  const { page } = desk;
  await desk.sees('No webhooks within the last 30 days.');
  const model = await createModel(tenant);
  // The page reads the log once, and the receiver has the webhook before the log has it.
  await until(
    async () => (await deliveriesOf(tenant, '?status=delivered')).length > 0,
    'the webhook in the log',
  );
  await page.reload();
  const entry = page.getByRole('link', { name: 'Model created' });
  await entry.waitFor();
  await desk.select('Status', 'Given up');
  await desk.sees('No webhooks match.');
  await desk.select('Status', 'All');
  await entry.click();
  const body = page.getByRole('group', { name: 'Body' });
  await body.waitFor();
  expect(JSON.parse((await body.textContent()) ?? '')).toEqual(
    JSON.parse(tenant.receiver.received[0]?.body ?? '{}'),
  );
  expect(await body.textContent()).toContain(model.modelId);
  await desk.sees('1. The receiver answered 200.');
  await desk.press('Send again');
  await until(() => tenant.receiver.received.length > 1, 'the same webhook again');
  expect(tenant.receiver.received[1]?.body).toBe(tenant.receiver.received[0]?.body);
  await desk.sees('2. The receiver answered 200.');
  await page.goBack();
  await entry.waitFor();
});

test('the delivery log marks a test, and does not show its failure as that of a webhook', async () => {
  const tenant = await ownedTenant({ webhookUrl: `${baseUrl}/nowhere` });
  await tenant.owner.expect('POST', '/api/admin/webhooks/test', { event: 'model.photos_ready' });
  const desk = await openDesk(tenant, 'deliveries');
  const entry = desk.entry('Photos ready').place;
  for (const place of [entry, desk.page.locator('.heading')]) {
    await place.getByText('Test', { exact: true }).waitFor();
    expect(await place.getByText('Given up').getAttribute('class')).toBe('status');
    if (place === entry) await desk.follow('Photos ready');
  }
});

test('an owner ends another session, which the audit trail shows', async () => {
  const tenant = await ownedTenant();
  await tenant.owner.expect('POST', '/api/admin/keys', { name: 'Production' });
  const desk = await openDesk(tenant, 'audit');
  const { page } = desk;
  const entry = page.getByRole('listitem').filter({ hasText: 'Production' });
  await entry.waitFor();
  expect(await entry.textContent()).toContain('an API key was created');
  await entry.getByText(firstUserOf(tenant).email).waitFor();

  const elsewhere = connectApi(baseUrl, await userToken(operator, firstUserOf(tenant)));
  expect((await elsewhere.call('GET', '/api/admin/sessions')).status).toBe(200);
  await desk.follow('Sessions');
  await desk.sees('This one');
  const end = page.getByRole('button', { name: /^End session/ });
  await end.click();
  await end.waitFor({ state: 'detached' });
  expect((await elsewhere.call('GET', '/api/admin/sessions')).status).toBe(401);
  await desk.follow('Audit trail');
  await desk.sees("a user's session was ended");
});

test('an owner changes the settings of the organization', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'settings');
  const { page } = desk;
  await page.getByLabel('Name', { exact: true }).fill('Renamed Company');
  await desk.fill('Days for which', '7');
  await page.getByRole('checkbox').check();
  await desk.pick('Only these websites');
  const origins = page.getByLabel('Allowed websites, one on each line');
  await origins.fill('ftp://app.example.com');
  await desk.press('Save');
  await desk.seesAlert('Who may show your pages: it must be an origin');
  await desk.forgive(400);
  await origins.fill('https://app.example.com\nhttps://*.example.org');
  await desk.press('Save');
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
  await desk.follow('Audit trail');
  const changed = 'Name, Days for uploaded photos, Consent, Who may show your pages';
  await desk.sees(`the settings of the organization were changed: ${changed}`);
});

test('an API key opens no section of owners, and the desk speaks German', async () => {
  const tenant = await freshTenant();
  const desk = await openDesk({ owner: tenant.api }, 'keys');
  const { page } = desk;
  await page.getByRole('main').getByText('Sign in by e-mail to see').waitFor();
  await desk.press('Deutsch');
  await desk.seesHeading('API-Schlüssel');
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Übersicht',
    'Einladungen',
    'Mitglieder',
    'Fortschritt',
    'Galerie',
    'Berichte',
  ]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ownedTenant } from '../support/owner.ts';
import {
  baseUrl,
  freshTenant,
  MODELS,
  operator,
  someEmail,
  submittedModel,
  waitForStatus,
} from '../support/tenant.ts';
import { firstUserOf, userToken } from '../support/users.ts';
import { openWindow } from './browser.ts';
import { openDeskWith } from './owner-desk.ts';
import { servePartnerPage } from './partner-page.ts';
import { mailedSignInLink } from './sign-in-link.ts';

test('the admin page shows the organization of an API key and creates a model that opens in a frame', async () => {
  const tenant = await freshTenant({ credits: 7 });
  const finished = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, finished.modelId, 'active');
  const { photos } = await finished.member.expect<{ photos: { id: string }[] }>('GET', '/api/member/photos');
  await finished.member.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
  const window = await openWindow();
  const { page } = window;
  await page.goto(`${baseUrl}/admin`);
  await page.getByLabel('API key').fill(tenant.apiKey);
  await page.getByRole('button', { name: 'Open', exact: true }).click();

  await page.getByRole('banner').getByText('Test Company').waitFor();
  await page.getByText('7 credits').waitFor();
  await page.getByRole('link', { name: 'Progress' }).first().click();
  await page.getByRole('heading', { name: 'Progress', level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Ready' });
  await row.getByRole('img', { name: 'Favorite' }).waitFor();
  expect(await row.textContent()).toContain(String(photos.length));

  const email = someEmail('+admin');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.frameLocator('iframe').getByText('0 of at least 4').waitFor();
  await page.getByRole('row').filter({ hasText: email }).getByText('Sending photos').waitFor();
  const { models } = await tenant.api.expect<{ models: object[] }>('GET', MODELS);
  expect(models[0]).toMatchObject({ email, isDevelopment: true });

  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Add person' }).click();
  // The page shows the service's message, which suggests another address.
  await page.getByRole('alert').getByText('+1@').waitFor();
  await window.forgive(400);

  await page.reload();
  // The address of the page names its section.
  await page.getByRole('heading', { name: 'Progress', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(tenant.apiKey);
  await page.reload();
  await page.getByLabel('API key').waitFor();
});

test('signing out on the admin page ends the session of the owner', async () => {
  const { owner } = await ownedTenant();
  const { page } = await openWindow();
  await page.goto(`${baseUrl}/admin`);
  await page.evaluate((session) => sessionStorage.setItem('headshots.api-key', session), owner.bearer ?? '');
  await page.reload();
  await page.getByRole('banner').getByText('Test Company').waitFor();
  // Calls in progress would be answered 401.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.getByText('no longer valid').count()).toBe(0);
  expect((await owner.call('GET', '/api/admin/sessions')).status).toBe(401);
});

test('the admin page shows an error for an invalid API key', async () => {
  const window = await openWindow();
  await window.page.goto(`${baseUrl}/admin`);
  await window.page.getByLabel('API key').fill('hsk_live_wrong');
  await window.page.getByRole('button', { name: 'Open', exact: true }).click();
  await window.page.getByText('This is not a valid API key').waitFor();
  await window.forgive(401);
});

test('the admin page cannot be framed', async () => {
  const partner = await servePartnerPage(`${baseUrl}/admin`);
  const window = await openWindow();
  await window.page.goto(partner);
  expect(await window.page.frameLocator('iframe').getByLabel('API key').count()).toBe(0);
  await window.forgive(/frame-ancestors/);
});

test('a sign-in link signs the owner in once, and opens the section from which it was requested', async () => {
  const ownerEmail = someEmail('.owner');
  await freshTenant({ ownerEmail });
  const window = await openWindow();
  const { page } = window;
  await page.goto(`${baseUrl}/admin#/users`);
  await page.getByLabel('Your e-mail address').fill(ownerEmail);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('status').getByText('link').waitFor();
  const link = await mailedSignInLink(ownerEmail);

  await page.goto(link);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.waitFor();
  expect(page.url()).toBe(`${baseUrl}/admin`);
  await page.route('**/api/v2/organization', (route) => route.abort());
  await signIn.click();
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
  await window.forgive(/ERR_FAILED/);
  await page.unroute('**/api/v2/organization');
  await signIn.click();
  await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('banner').getByText('Test Company').waitFor();

  await page.goto(link);
  await signIn.click();
  await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
  expect(await page.getByText('API key').count()).toBe(0);
  expect(await page.getByLabel('Your e-mail address').inputValue()).toBe(ownerEmail);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('status').getByText('on its way').waitFor();
  await page.getByRole('button', { name: 'Continue: you are still signed in' }).click();
  await page.getByRole('banner').getByText('Test Company').waitFor();
  await window.forgive(401);
});

test('a session of an owner is one of the browser: other tabs sign in and out with it, and an API key stays in its tab', async () => {
  const ownerEmail = someEmail('.owner');
  const tenant = await freshTenant({ ownerEmail });
  const window = await openWindow();
  const { page: waiting, context } = window;
  await waiting.goto(`${baseUrl}/admin`);
  await waiting.getByLabel('Your e-mail address').fill(ownerEmail);
  await waiting.getByRole('button', { name: 'Send me a link' }).click();
  const desk = (page: Page) => page.getByRole('banner').getByText('Test Company');

  const opened = await context.newPage();
  await opened.goto(await mailedSignInLink(ownerEmail));
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click();
  await desk(opened).waitFor();
  await desk(waiting).waitFor();
  await opened.close();
  const later = await context.newPage();
  await later.goto(`${baseUrl}/admin`);
  await desk(later).waitFor();

  await waiting.getByRole('button', { name: 'Sign out' }).click();
  for (const page of [waiting, later]) await page.getByLabel('API key').waitFor();
  expect(await waiting.evaluate(() => JSON.stringify(localStorage))).not.toContain('hos.');

  await waiting.getByLabel('API key').fill(tenant.apiKey);
  await waiting.getByRole('button', { name: 'Open', exact: true }).click();
  await desk(waiting).waitFor();
  await later.reload();
  await later.getByLabel('API key').waitFor();
});

test('a tab whose session is over goes on with the one that another tab has opened since', async () => {
  const { owner } = await ownedTenant();
  const window = await openWindow();
  const { page } = window;
  await page.goto(`${baseUrl}/admin`);
  await page.evaluate((session) => {
    sessionStorage.setItem('headshots.api-key', `${session.slice(0, -4)}over`);
    localStorage.setItem('headshots.user-session', session);
  }, owner.bearer ?? '');
  await page.reload();
  await page.getByRole('banner').getByText('Test Company').waitFor();
  await window.forgive(401);
});

test('an organization without the white-label mode has no form that adds people', async () => {
  const user = firstUserOf(await ownedTenant({ whiteLabel: false }));
  const { page } = await openDeskWith(await userToken(operator, user), 'models');
  await page.getByText('No one here yet').waitFor();
  expect(await page.getByRole('button', { name: 'Add person' }).count()).toBe(0);
});

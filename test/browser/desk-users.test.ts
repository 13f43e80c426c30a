import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { connectApi } from '../../local/partner/api.ts';
import type { Role } from '../../shared/contract/roles.ts';
import { caughtMail, INVITES, sendInvite } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { codeOf } from '../support/people.ts';
import { baseUrl, createModel, operator, someEmail, until } from '../support/tenant.ts';
import { firstUserOf, signedInUser } from '../support/users.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { openDesk, openDeskWith } from './owner-desk.ts';

const USERS = '/api/admin/users';

const sectionsOf = (page: Page) => page.getByRole('navigation').getByRole('link').allTextContents();
const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });

async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}

/** The link to sign in of the invitation that was mailed to an address. */
async function invitationTo(email: string): Promise<string> {
  let link: string | undefined;
  await until(async () => {
    const mail = (await caughtMail()).find(({ to }) => to.includes(email));
    link = mail?.text.match(/http\S+token=\S+/)?.[0];
    return link !== undefined;
  }, 'the invitation');
  return link ?? '';
}

test('an owner invites a user by mail, who signs in, gets another role, and is removed', async () => {
  const tenant = await ownedTenant();
  const owner = await openDesk(tenant, 'users');
  const { page } = owner;
  const email = someEmail(`-user-${Date.now()}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Manager').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const row = rowOf(page, email);
  await row.getByText('Not signed in yet').waitFor();
  await expectAccessible(page, 'users');

  const other = await openWindow();
  await other.page.goto(await invitationTo(email));
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await other.page.getByText(`${email} · Manager`).waitFor();
  expect(await sectionsOf(other.page)).not.toContain('API keys');

  await page.getByLabel(`Role of ${email}`).selectOption('owner');
  await page.getByText(`${email} is now: Owner.`).waitFor();
  await other.page.reload();
  await other.page.getByText(`${email} · Owner`).waitFor();
  expect(await sectionsOf(other.page)).toContain('API keys');

  await row.getByRole('button', { name: `Remove ${email}` }).click();
  await page
    .getByRole('dialog')
    .getByText('API keys and webhook secrets that they know stay valid')
    .waitFor();
  await confirm(page, 'Remove');
  await row.waitFor({ state: 'detached' });
  await other.page.reload();
  await other.page.getByLabel('Your e-mail address').waitFor();
  await other.forgive(401);
});

test('a viewer is refused everything that changes something, in the page and by direct calls', async () => {
  const tenant = await ownedTenant();
  const { modelId } = await createModel(tenant);
  const sent = await sendInvite(tenant, someEmail());
  const { session, user } = await signedInUser(operator, tenant.organizationId, 'viewer');
  const { page } = await openDeskWith(session, 'users');
  await page.getByText(`${user.email} · Viewer`).waitFor();
  await page.getByText('Owners invite users and change their roles.').waitFor();
  await rowOf(page, user.email).waitFor();
  expect(await page.getByRole('button', { name: /^(Send invitation|Remove)/ }).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0);
  const shown = await sectionsOf(page);
  for (const hidden of [
    'API keys',
    'Webhooks',
    'Deliveries',
    'Settings',
    'Branding',
    'Erasures',
    'Audit trail',
  ]) {
    expect(shown).not.toContain(hidden);
  }
  // The address of a section that the navigation does not show.
  for (const section of ['keys', 'webhooks', 'deliveries', 'settings', 'branding', 'audit']) {
    await page.goto(`${baseUrl}/admin#/${section}`);
    await page.getByText('You need the role Owner for this.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  }
  await expectAccessible(page, 'section that a viewer may not open');
  await page.getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('heading', { level: 1, name: 'Progress' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Open/ }).count()).toBe(0);
  const main = page.getByRole('main');
  await page.goto(`${baseUrl}/admin#/invites`);
  await main.getByText(sent.input.email).waitFor();
  expect(await main.locator('form:not(.find), table button, input[type=file]').count()).toBe(0);
  await page.goto(`${baseUrl}/admin#/members`);
  await main.getByRole('link', { name: 'Teams' }).waitFor();
  await main.locator('.person-cell').getByText('@').waitFor();
  expect(await main.locator('input[type=checkbox], .erase-cell button').count()).toBe(0);
  await page.goto(`${baseUrl}/admin#/members/teams`);
  await main.getByRole('heading', { name: 'Teams' }).waitFor();
  expect(await main.locator('form, button').count()).toBe(0);

  const viewer = connectApi(baseUrl, session);
  const owner = firstUserOf(tenant);
  const changes: [string, string, object?][] = [
    ['POST', INVITES, { email: someEmail() }],
    ['POST', `${INVITES}/revoke`, { email: sent.input.email }],
    ['DELETE', `/api/v2/organization/models/${modelId}`],
    ['POST', '/api/v2/organization/teams', { name: 'Design' }],
    ['GET', `/api/v2/organization/whitelabel/model/get/${modelId}`],
    ['POST', '/api/admin/keys', { name: 'Mine' }],
    ['PUT', '/api/admin/organization', { name: 'Mine' }],
    ['PUT', '/api/admin/webhooks', { url: null }],
    ['POST', '/api/admin/webhooks/secret'],
    ['POST', USERS, { email: someEmail(), role: 'owner' }],
    ['PUT', `${USERS}/${user.id}`, { role: 'owner' }],
    ['DELETE', `${USERS}/${owner.id}`],
  ];
  for (const [method, path, body] of changes) {
    expect(await codeOf(viewer.call(method, path, body)), `${method} ${path}`).toEqual([403, 'FORBIDDEN']);
  }
});

test('a role that was changed meanwhile is shown once the service says no', async () => {
  const tenant = await ownedTenant();
  const { session, user } = await signedInUser(operator, tenant.organizationId, 'owner');
  const window = await openDeskWith(session, 'users');
  const { page } = window;
  await page.getByText(`${user.email} · Owner`).waitFor();
  // A list of users that is read after the change tells of it, too, and takes the form away.
  await rowOf(page, user.email).waitFor();
  await page.getByLabel('E-mail address').fill(someEmail());
  await tenant.owner.expect('PUT', `${USERS}/${user.id}`, { role: 'viewer' satisfies Role });
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText(`${user.email} · Viewer`).waitFor();
  expect(await page.getByRole('button', { name: 'Send invitation' }).count()).toBe(0);
  await window.forgive(403);
});

test('the last owner cannot leave, and can once there is another owner', async () => {
  const tenant = await ownedTenant();
  const self = firstUserOf(tenant);
  const { page } = await openDesk(tenant, 'users');
  await page.getByText('You are the only owner, so you stay.').waitFor();
  expect(await page.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true);
  expect(await page.getByLabel(`Role of ${self.email}`).isDisabled()).toBe(true);
  expect(await codeOf(tenant.owner.call('DELETE', '/api/admin/user'))).toEqual([400, 'INVALID_REQUEST']);

  const { user } = await signedInUser(operator, tenant.organizationId, 'manager');
  await page.reload();
  await page.getByLabel(`Role of ${user.email}`).selectOption('owner');
  await page.getByText(`${user.email} is now: Owner.`).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await confirm(page, 'Leave');
  await page.getByLabel('Your e-mail address').waitFor();
  expect(await codeOf(tenant.owner.call('GET', USERS))).toEqual([401, 'UNAUTHORIZED']);
});

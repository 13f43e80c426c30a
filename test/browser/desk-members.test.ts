import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendInvite } from '../support/invites.ts';
import { addressOf, nameOf, storeMembers } from '../support/many-members.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { codeOf, joinMember, MEMBERS, teamNamesOf, teamsOf, turnIntoInvited } from '../support/people.ts';
import {
  createModel,
  MODELS,
  openMember,
  operator,
  someEmail,
  until,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { forgiveStatus } from './browser.ts';
import { openDesk } from './owner-desk.ts';

const DESKTOP = { width: 1280, height: 900 };

const listOf = (page: Page) => page.getByRole('list', { name: 'Members' });
const rowsOf = (page: Page) => listOf(page).getByRole('listitem');
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or address' });
const count = (page: Page, sentence: string) => page.getByText(sentence, { exact: true }).waitFor();

/** An active member with a name, who was invited once and has a favorite. */
async function finishedMember(tenant: OwnedTenant, email: string, name: string) {
  await sendInvite(tenant, email);
  await tenant.api.expect('POST', '/api/v2/organization/invites/revoke', { email });
  const model = await createModel(tenant, { email, isDevelopment: true });
  const session = await openMember(model);
  await uploadPlainPhotos(session);
  await session.expect('POST', '/api/member/onboarding', { trigger: 'female', name });
  await waitForStatus(tenant, model.modelId, 'active');
  const { photos } = await session.expect<{ photos: { id: string; urls: { main: string } }[] }>(
    'GET',
    '/api/member/photos',
  );
  await session.expect('PUT', `/api/member/photos/${photos[0]?.id}`, { favorite: true });
  const { id } = await turnIntoInvited(tenant, model.modelId);
  return { id, modelId: model.modelId, photoUrl: photos[0]?.urls.main ?? '', session };
}

test('an owner erases a person, who is gone from every section and from the API', async () => {
  const tenant = await ownedTenant();
  const email = someEmail('wilhelmina');
  const { id, modelId, photoUrl, session } = await finishedMember(tenant, email, 'Wilhelmina Quast');
  const colleague = await joinMember(tenant, { name: 'Wilma Colleague' });
  const window = await openDesk(tenant, 'members');
  const { page } = window;
  await count(page, '2 people');
  await searchField(page).fill('quast wil');
  await count(page, '1 person');
  const row = rowsOf(page).filter({ hasText: email });
  for (const part of ['Wilhelmina Quast', 'Ready', 'Favorite chosen'])
    expect(await row.textContent()).toContain(part);
  expect((await fetch(photoUrl)).status).toBe(200);

  await row.getByRole('button', { name: 'Erase Wilhelmina Quast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Wilhelmina Quast?' });
  const erase = dialog.getByRole('button', { name: 'Erase for good' });
  await dialog.getByText('every headshot').waitFor();
  await dialog.getByText('You cannot undo this.').waitFor();
  await expectAccessible(page, 'question before a member is erased');
  expect(await erase.isDisabled()).toBe(true);
  const confirmation = dialog.getByLabel(`Type ${email} to confirm`);
  await confirmation.fill(colleague.email);
  expect(await erase.isDisabled()).toBe(true);
  await confirmation.fill(` ${email.toUpperCase()}`);
  await erase.click();
  await page.getByText('No one matches.').waitFor();
  await searchField(page).fill('wil');
  await count(page, '1 person');
  await rowsOf(page).filter({ hasText: colleague.email }).waitFor();
  expect(await rowsOf(page).count()).toBe(1);
  await searchField(page).fill('');
  await count(page, '1 person');

  await page.getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('row').filter({ hasText: 'Deleted' }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'From invite to favorite' }).getByRole('listitem').first().waitFor();
  await page.getByRole('link', { name: 'Erasures' }).click();
  const erasure = page.getByRole('listitem').filter({ hasText: id });
  await erasure.getByText('Erased', { exact: true }).waitFor();
  for (const part of [
    'A member',
    'Account',
    'Photos and headshots',
    modelId,
    'Asked for by the organization',
  ])
    expect(await erasure.textContent()).toContain(part);
  await expectAccessible(page, 'erasures');
  expect(await page.content()).not.toContain(email);
  expect(await page.content()).not.toContain('Quast');

  const { api } = tenant;
  const codes = (path: string, method: 'GET' | 'DELETE' = 'GET') => codeOf(api.call(method, path));
  const notFound = [404, 'NOT_FOUND'];
  expect(await codes(`${MEMBERS}/${id}`, 'DELETE')).toEqual(notFound);
  expect(await codes(`${MODELS}/${modelId}/photos`)).toEqual(notFound);
  expect(await codes(`${MODELS}/${modelId}/photos/favorite`)).toEqual(notFound);
  expect(await codes(`/api/v2/organization/invites/${encodeURIComponent(email)}`)).toEqual(notFound);
  expect(await codeOf(session.call('GET', '/api/member'))).toEqual([401, 'UNAUTHORIZED']);
  const everywhere = await Promise.all(
    [MEMBERS, MODELS, '/api/v2/organization/invites', '/api/v2/organization/photos/favorites'].map((path) =>
      api.expect('GET', path),
    ),
  );
  expect(JSON.stringify(everywhere)).not.toMatch(/quast|wilhelmina/i);
  // S3 answers 403 for a missing object to those who may not list the bucket.
  await until(async () => !(await fetch(photoUrl)).ok, 'the link to a photo to be dead');
  expect(window.complaints).toEqual([]);
});

test('an owner erases a person who was only invited, by the address', async () => {
  const tenant = await ownedTenant();
  const email = someEmail();
  await sendInvite(tenant, email);
  const window = await openDesk(tenant, 'erasures');
  const { page } = window;
  await page.getByText('No one was erased yet.').waitFor();
  const erase = async (address: string) => {
    await page.getByLabel('E-mail address').fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel(`Type ${address} to confirm`).fill(address);
    await page.getByRole('button', { name: 'Erase for good' }).click();
  };
  await erase('unknown@people.example');
  await page.getByRole('dialog').getByRole('alert').getByText('No member and no invite').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  forgiveStatus(window, 404);
  await erase(email);
  const entry = page.getByRole('listitem').filter({ hasText: 'An invited person' });
  await entry.getByText('Erased', { exact: true }).waitFor();
  const invite = `/api/v2/organization/invites/${encodeURIComponent(email)}`;
  expect(await codeOf(tenant.api.call('GET', invite))).toEqual([404, 'NOT_FOUND']);
  expect(window.complaints).toEqual([]);
});

test('the name of the next team can be typed while the teams are loaded again', async () => {
  const tenant = await ownedTenant();
  const { page, complaints } = await openDesk(tenant, 'members/teams');
  await page.getByText('No teams yet.').waitFor();
  const answers = Promise.withResolvers<void>();
  await page.route('**/organization/teams', async (route) => {
    if (route.request().method() === 'GET') await answers.promise;
    await route.continue();
  });
  const name = page.getByLabel('Name of the new team');
  await name.fill('Sales');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByText('Sales is created.').waitFor();
  await name.fill('Support');
  answers.resolve();
  await page.getByRole('button', { name: 'Rename Sales' }).waitFor();
  expect(await name.inputValue()).toBe('Support');
  expect(complaints).toEqual([]);
});

test('an owner creates, renames and deletes teams, and moves one and many members between them', async () => {
  const tenant = await ownedTenant();
  const names = ['Anna', 'Berta', 'Carla'];
  for (const name of names) await joinMember(tenant, { name, email: `${name.toLowerCase()}@people.example` });
  const window = await openDesk(tenant, 'members');
  const { page } = window;
  await page.setViewportSize(DESKTOP);
  await page.getByRole('link', { name: 'Manage teams' }).click();
  await page.getByText('No teams yet.').waitFor();
  for (const name of ['Sales', 'Support']) {
    await page.getByLabel('Name of the new team').fill(name);
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText(`${name} is created.`).waitFor();
  }
  await page.getByLabel('Name of the new team').fill('sales');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByRole('alert').getByText('A team named sales exists already.').waitFor();
  forgiveStatus(window, 400);
  await page.getByRole('button', { name: 'Rename Support' }).click();
  await page.getByLabel('New name of Support').fill('Care');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Rename Care' }).waitFor();
  await expectAccessible(page, 'teams');

  await page.getByRole('main').getByRole('link', { name: 'Members' }).click();
  const move = async (team: string, ...people: string[]) => {
    for (const person of people) await page.getByRole('checkbox', { name: `Select ${person}` }).check();
    await page.getByLabel('Move to').selectOption({ label: team });
    if (team === 'Care') await expectAccessible(page, 'members with a selection');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor({ state: 'detached' });
  };
  await move('Sales', 'Berta');
  await page.getByText('Moved to Sales.').waitFor();
  await page.getByRole('checkbox', { name: 'Select everyone in this list' }).check();
  await page.getByText('3 people selected', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select Carla' }).uncheck();
  await move('Care');
  await page.getByText('2 people moved to Care.').waitFor();
  expect(await teamNamesOf(tenant)).toEqual({
    'anna@people.example': 'Care',
    'berta@people.example': 'Care',
    'carla@people.example': null,
  });
  await page.getByRole('combobox', { name: 'Team', exact: true }).selectOption({ label: 'Care' });
  await count(page, '2 people');
  await page
    .getByRole('combobox', { name: 'Status', exact: true })
    .selectOption({ label: 'Headshots ready' });
  await page.getByText('No one matches.').waitFor();

  await page.getByRole('link', { name: 'Manage teams' }).click();
  await page.getByRole('button', { name: 'Delete Care' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Care is deleted.').waitFor();
  expect(await teamsOf(tenant)).toMatchObject([{ name: 'Sales' }]);
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click();
  await count(page, '3 people');
  await until(async () => (await page.getByText('No team').count()) === 3, 'three members without a team');
  expect(window.complaints).toEqual([]);
});

const MANY = 20_000;
/** More rows than a window of 900 pixels shows, with those above and below it. */
const ROWS_MAX = 60;

/** The numbers of the members whose rows are rendered and loaded. */
async function numbersIn(page: Page): Promise<number[]> {
  const texts = await rowsOf(page).allTextContents();
  expect(texts.length).toBeLessThan(ROWS_MAX);
  return texts.flatMap((text) => /person(\d+)@/.exec(text)?.[1] ?? []).map(Number);
}

test('20,000 members are scrolled and searched with a few rows in the page', async () => {
  const tenant = await ownedTenant({ tier: 'enterprise' });
  await storeMembers(operator, tenant.organizationId, MANY);
  const window = await openDesk(tenant, 'members');
  const { page } = window;
  await page.setViewportSize(DESKTOP);
  await count(page, '20,000 people');
  const shows = (number: number) => listOf(page).getByText(addressOf(number), { exact: true }).waitFor();
  // The newest member is the first.
  await shows(MANY - 1);
  expect(await numbersIn(page)).toContain(MANY - 10);

  const scrollToPart = (part: number) =>
    page.evaluate((share) => scrollTo({ top: document.documentElement.scrollHeight * share }), part);
  await scrollToPart(0.5);
  await until(async () => (await numbersIn(page)).some((number) => Math.abs(number - MANY / 2) < 50), 'rows');
  // While the list is scrolled through, no row is loaded that is shown for a moment only.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 9000);
    expect(await rowsOf(page).count()).toBeLessThan(ROWS_MAX);
  }
  await scrollToPart(1);
  await shows(0);
  expect(await numbersIn(page)).toContain(5);
  expect(requests.filter((url) => url.includes('/api/admin/members')).length).toBeLessThan(30);
  expect(await rowsOf(page).last().getAttribute('aria-posinset')).toBe(String(MANY));

  await scrollToPart(0);
  await searchField(page).fill('person19998');
  await count(page, '1 person');
  await shows(19_998);
  expect(await numbersIn(page)).toEqual([19_998]);
  await searchField(page).fill('becker anna');
  // Every 90th member has this name, so the first page of 100 is not the last one.
  await count(page, '100 people so far');
  await listOf(page).getByText('Anna Becker').first().waitFor();
  const first = await numbersIn(page);
  expect(first.map(nameOf)).toEqual(first.map(() => 'Anna Becker'));
  await until(async () => {
    await scrollToPart(1);
    return (await page.getByText(/people so far/).count()) === 0;
  }, 'the last page');
  expect(await page.getByText('223 people', { exact: true }).count()).toBe(1);
  expect(await rowsOf(page).count()).toBeLessThan(ROWS_MAX);

  await searchField(page).fill('');
  await count(page, '20,000 people');
  const everyone = page.getByRole('checkbox', { name: 'Select everyone in this list' });
  expect(await everyone.isDisabled()).toBe(true);
  await expectAccessible(page, 'members');
  expect(window.complaints).toEqual([]);
});

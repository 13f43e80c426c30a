import type { Locator } from 'playwright-core';
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
import { DESKTOP } from './browser.ts';
import { Desk, openDesk } from './owner-desk.ts';
import { Screen } from './screen.ts';

const MANY = 10_000;
/** More rows than a window of 900 pixels shows, with those above and below it. */
const ROWS_MAX = 60;

/** The section of members, with its list of rows. */
class Members extends Desk {
  get list(): Screen {
    return new Screen(this.window, this.place.getByRole('list', { name: 'Members' }));
  }

  get rows(): Locator {
    return this.list.place.getByRole('listitem');
  }

  async search(words: string): Promise<void> {
    await this.place.getByRole('searchbox', { name: 'Search by name or address' }).fill(words);
  }

  async createTeam(name: string): Promise<void> {
    await this.fill('Name of the new team', name);
    await this.press('Create team');
  }

  /** Goes to the section from a part of it. */
  async returnToMembers(): Promise<void> {
    await this.main.follow('Members');
  }

  /** Erases the person whose page is open, by typing the address. */
  async confirmErasureOf(address: string): Promise<void> {
    await this.fill(`Type ${address} to confirm`, address);
    await this.press('Erase for good');
  }

  async scrollTo(part: number): Promise<void> {
    await this.page.evaluate(
      (share) => scrollTo({ top: document.documentElement.scrollHeight * share }),
      part,
    );
  }

  /** The numbers of the members whose rows are rendered and loaded. */
  async numbers(): Promise<number[]> {
    const texts = await this.rows.allTextContents();
    expect(texts.length).toBeLessThan(ROWS_MAX);
    return texts.flatMap((text) => /person(\d+)@/.exec(text)?.[1] ?? []).map(Number);
  }
}

async function openMembers(tenant: OwnedTenant, section = 'members'): Promise<Members> {
  const { window } = await openDesk(tenant, section);
  await window.page.setViewportSize(DESKTOP);
  return new Members(window);
}

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
  const desk = await openMembers(tenant);
  const { page } = desk;
  await desk.seesExactly('2 people');
  await desk.search('quast wil');
  await desk.seesExactly('1 person');
  const row = desk.entry(email);
  for (const part of ['Wilhelmina Quast', 'Ready', 'Favorite chosen'])
    expect(await row.text()).toContain(part);
  expect((await fetch(photoUrl)).status).toBe(200);

  await desk.press('Erase Wilhelmina Quast');
  const dialog = desk.dialog('Erase Wilhelmina Quast?');
  await dialog.sees('every headshot', 'You cannot undo this.');
  await desk.expectAccessible('question before a member is erased');
  const erase = dialog.button('Erase for good');
  expect(await erase.isDisabled()).toBe(true);
  await dialog.fill(`Type ${email} to confirm`, colleague.email);
  expect(await erase.isDisabled()).toBe(true);
  await dialog.fill(`Type ${email} to confirm`, ` ${email.toUpperCase()}`);
  await erase.click();
  await desk.sees('No one matches.');
  await desk.search('wil');
  await desk.seesExactly('1 person');
  await desk.list.sees(colleague.email);
  expect(await desk.rows.count()).toBe(1);
  await desk.search('');
  await desk.seesExactly('1 person');

  await desk.follow('Progress');
  await desk.row('Deleted').waitUntilShown();
  await desk.follow('Overview');
  await desk.region('From invite to favorite').place.getByRole('listitem').first().waitFor();
  await desk.follow('Erasures');
  const erasure = desk.entry(id);
  await erasure.seesExactly('Erased');
  for (const part of [
    'A member',
    'Account',
    'Photos and headshots',
    modelId,
    'Asked for by the organization',
  ])
    expect(await erasure.text()).toContain(part);
  await desk.expectAccessible('erasures');
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
});

test('an owner erases a person who was only invited, by the address', async () => {
  const tenant = await ownedTenant();
  const email = someEmail();
  await sendInvite(tenant, email);
  const desk = await openMembers(tenant, 'erasures');
  await desk.sees('No one was erased yet.');
  const erase = async (address: string) => {
    await desk.fill('E-mail address', address);
    await desk.press('Continue');
    await desk.confirmErasureOf(address);
  };
  await erase('unknown@people.example');
  await desk.dialog().seesAlert('No member and no invite');
  await desk.press('Cancel');
  await desk.forgive(404);
  await erase(email);
  await desk.entry('An invited person').seesExactly('Erased');
  const invite = `/api/v2/organization/invites/${encodeURIComponent(email)}`;
  expect(await codeOf(tenant.api.call('GET', invite))).toEqual([404, 'NOT_FOUND']);
});

test('the name of the next team can be typed while the teams are loaded again', async () => {
  const tenant = await ownedTenant();
  const desk = await openMembers(tenant, 'members/teams');
  const { page } = desk;
  await desk.sees('No teams yet.');
  const answers = Promise.withResolvers<void>();
  await page.route('**/organization/teams', async (route) => {
    if (route.request().method() === 'GET') await answers.promise;
    await route.continue();
  });
  await desk.createTeam('Sales');
  await desk.sees('Sales is created.');
  await desk.fill('Name of the new team', 'Support');
  answers.resolve();
  await desk.button('Rename Sales').waitFor();
  expect(await page.getByLabel('Name of the new team').inputValue()).toBe('Support');
});

test('an owner creates, renames and deletes teams, and moves one and many members between them', async () => {
  const tenant = await ownedTenant();
  const names = ['Anna', 'Berta', 'Carla'];
  for (const name of names) await joinMember(tenant, { name, email: `${name.toLowerCase()}@people.example` });
  const desk = await openMembers(tenant);
  await desk.follow('Manage teams');
  await desk.sees('No teams yet.');
  for (const name of ['Sales', 'Support']) {
    await desk.createTeam(name);
    await desk.sees(`${name} is created.`);
  }
  await desk.createTeam('sales');
  await desk.seesAlert('A team named sales exists already.');
  await desk.forgive(400);
  await desk.press('Rename Support');
  await desk.fill('New name of Support', 'Care');
  await desk.press('Save');
  await desk.button('Rename Care').waitFor();
  await desk.expectAccessible('teams');

  await desk.returnToMembers();
  const move = async (team: string, ...people: string[]) => {
    for (const person of people) await desk.check(`Select ${person}`);
    await desk.select('Move to', team);
    if (team === 'Care') await desk.expectAccessible('members with a selection');
    await desk.press('Move');
    await desk.button('Clear selection').waitFor({ state: 'detached' });
  };
  await move('Sales', 'Berta');
  await desk.sees('Moved to Sales.');
  await desk.check('Select everyone in this list');
  await desk.seesExactly('3 people selected');
  await desk.uncheck('Select Carla');
  await move('Care');
  await desk.sees('2 people moved to Care.');
  expect(await teamNamesOf(tenant)).toEqual({
    'anna@people.example': 'Care',
    'berta@people.example': 'Care',
    'carla@people.example': null,
  });
  await desk.select('Team', 'Care');
  await desk.seesExactly('2 people');
  await desk.select('Status', 'Headshots ready');
  await desk.sees('No one matches.');

  await desk.follow('Manage teams');
  await desk.press('Delete Care');
  await desk.confirm('Delete');
  await desk.sees('Care is deleted.');
  expect(await teamsOf(tenant)).toMatchObject([{ name: 'Sales' }]);
  await desk.returnToMembers();
  await desk.select('Status', 'Everyone');
  await desk.seesExactly('3 people');
  await until(
    async () => (await desk.place.getByText('No team').count()) === 3,
    'three members without a team',
  );
});

test('the way back from a person leads to what was searched for and to the same rows, which are loaded again after an error', async () => {
  const tenant = await ownedTenant({ tier: 'enterprise' });
  await storeMembers(operator, tenant.organizationId, 300);
  const desk = await openMembers(tenant);
  const { page } = desk;
  await desk.seesExactly('300 people');
  await desk.search('anna');
  await desk.seesExactly('30 people');
  await desk.scrollTo(1);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  // Until the page has shown the rows of this place, the last one of them is another row, and a click would scroll to it.
  const last = desk.list.place.locator('[aria-posinset="30"]').getByRole('link');
  await last.click();
  await desk.seesHeading('History');
  await desk.returnToMembers();
  await until(async () => Math.abs((await page.evaluate(() => scrollY)) - place) < 2, 'the same rows');
  await last.click();
  await desk.seesHeading('History');
  await page.route('**/api/admin/members/search*', (route) => route.abort());
  await page.goBack();
  await desk.seesAlert('The service cannot be reached.');
  await page.unroute('**/api/admin/members/search*');
  await desk.press('Try again');
  await desk.seesExactly('30 people');
  await desk.forgive(/ERR_FAILED/);
});

test('10,000 members are scrolled and searched with a few rows in the page', async () => {
  const tenant = await ownedTenant({ tier: 'enterprise' });
  await storeMembers(operator, tenant.organizationId, MANY);
  const desk = await openMembers(tenant);
  const { page } = desk;
  await desk.seesExactly('10,000 people');
  const shows = (number: number) => desk.list.seesExactly(addressOf(number));
  // The newest member is the first.
  await shows(MANY - 1);
  expect(await desk.numbers()).toContain(MANY - 10);

  await desk.scrollTo(0.5);
  await until(async () => (await desk.numbers()).some((number) => Math.abs(number - MANY / 2) < 50), 'rows');
  // While the list is scrolled through, no row is loaded that is shown for a moment only.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, 9000);
    expect(await desk.rows.count()).toBeLessThan(ROWS_MAX);
  }
  await desk.scrollTo(1);
  await shows(0);
  expect(await desk.numbers()).toContain(5);
  expect(requests.filter((url) => url.includes('/api/admin/members')).length).toBeLessThan(30);
  expect(await desk.rows.last().getAttribute('aria-posinset')).toBe(String(MANY));

  await desk.scrollTo(0);
  await desk.search('person9998');
  await desk.seesExactly('1 person');
  await shows(9998);
  expect(await desk.numbers()).toEqual([9998]);
  await desk.search('becker anna');
  // Every 90th member has this name, so the first page of 100 is not the last one.
  await desk.seesExactly('100 people so far');
  await desk.list.place.getByText('Anna Becker').first().waitFor();
  const first = await desk.numbers();
  expect(first.map(nameOf)).toEqual(first.map(() => 'Anna Becker'));
  await until(async () => {
    await desk.scrollTo(1);
    return (await page.getByText(/people so far/).count()) === 0;
  }, 'the last page');
  expect(await page.getByText('111 people', { exact: true }).count()).toBe(1);
  expect(await desk.rows.count()).toBeLessThan(ROWS_MAX);

  await desk.search('');
  await desk.seesExactly('10,000 people');
  const everyone = page.getByRole('checkbox', { name: 'Select everyone in this list' });
  expect(await everyone.isDisabled()).toBe(true);
  await desk.expectAccessible('members');
});

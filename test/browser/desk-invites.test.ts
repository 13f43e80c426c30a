import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { caughtMail, INVITES, type Invite, inviteTo, sendInvite, signUp } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { createTeam, TEAMS } from '../support/people.ts';
import { someEmail, until } from '../support/tenant.ts';
import { PHONE } from './browser.ts';
import { Desk, openDesk } from './owner-desk.ts';
import type { Screen } from './screen.ts';

/** The section of invites, whose list of people is prepared and sent in a part of its own. */
class Invites extends Desk {
  get many(): Screen {
    return this.region('Invite many');
  }

  get selection(): Screen {
    return this.region('Selected invites');
  }

  addressIn(line: number): Locator {
    return this.many.place.getByLabel(`Address in line ${line}`);
  }

  async paste(...lines: string[]): Promise<void> {
    await this.fill('Or paste a list', lines.join('\n'));
    await this.press('Check the list');
  }

  async mend(line: number, address: string, key: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
    await this.addressIn(line).fill(address);
    await this.addressIn(line).press(key);
  }

  async find(email: string): Promise<void> {
    await this.fill('Find an address', email);
    await this.press('Find');
  }

  async invite(email: string, team?: string): Promise<void> {
    await this.fill('E-mail address', email);
    if (team !== undefined) await this.select('Team', team);
    await this.press('Send invite');
  }
}

async function openInvites(tenant: OwnedTenant): Promise<Invites> {
  const { window } = await openDesk(tenant, 'invites');
  const invites = new Invites(window);
  await invites.seesHeading('Invite one person');
  return invites;
}

const csvFile = (lines: readonly string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
});

async function isInView(locator: Locator): Promise<boolean> {
  const { y = -1 } = (await locator.boundingBox()) ?? {};
  return y >= 0 && y < PHONE.height;
}

/** The number of mails to each of these addresses. */
async function mailsTo(emails: ReadonlySet<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { to } of await caughtMail())
    for (const email of to) if (emails.has(email)) counts.set(email, (counts.get(email) ?? 0) + 1);
  return counts;
}

test('200 lines of a CSV with ten bad ones: ten reasons, and 190 invites sent once across a reload', async () => {
  const tenant = await ownedTenant({ credits: 200 });
  await createTeam(tenant, 'Sales');
  const invited = someEmail('.invited');
  const joined = someEmail('.joined');
  await sendInvite(tenant, invited);
  await signUp(await sendInvite(tenant, joined));
  const good = Array.from({ length: 190 }, (_, index) => someEmail(`.list${index}`));
  const bad = [
    ['', 'No address'],
    ['robin', 'An address looks like name@company.com'],
    ['a@localhost', 'The part after the @ needs a dot'],
    ['.dot@people.test', 'A dot is out of place before the @'],
    ['jürgen@people.test', 'Only plain letters, digits and signs can be before the @'],
    ['a@127.0.0.1', 'A network address gets no mail'],
    [good[0]?.toUpperCase() ?? '', 'Already further up in the list'],
    [invited, 'Already invited'],
    [joined, 'Already a member'],
    ['b@localhost', 'The part after the @ needs a dot'],
  ] as const;
  const lines = [
    'Abteilung;E-Mail-Adresse;Vorname;Nachname',
    ...good.map((email, index) => `${index % 2 === 0 ? 'sales' : ''};${email};"Person; ${index}";Miller`),
    // A line that is not sent creates no team.
    ...bad.map(([email]) => `${email === 'b@localhost' ? 'Design' : ''};${email};Robin;`),
  ];
  const desk = await openInvites(tenant);
  const { page } = desk;
  await page.getByLabel('Choose a CSV file').setInputFiles(csvFile(lines));
  await desk.many.sees('190 can be sent', '10 lines have a problem');
  const reasons = await desk.many.place.getByRole('row').allTextContents();
  expect(reasons.slice(1)).toHaveLength(10);
  for (const [index, [email, reason]] of bad.entries()) {
    expect(await desk.addressIn(192 + index).inputValue()).toBe(email.toLowerCase());
    expect(reasons[index + 1]).toContain(reason);
  }
  await desk.expectAccessible('preview of a list');
  await desk.select('Lines shown', 'All lines');
  await desk.many.sees('1–50 of 200');
  expect(await desk.many.place.getByRole('row').nth(1).textContent()).toContain('Person; 0 Miller');

  // The answer to the third request is lost with the tab's page.
  let requests = 0;
  let isCarriedOut = false;
  const keys: string[] = [];
  await page.route('**/invites/bulk', async (route) => {
    requests += 1;
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (requests !== 3) return route.continue();
    await route.fetch();
    isCarriedOut = true;
  });
  await desk.press('Send 190 invites');
  // Only the answer is lost: the request was carried out.
  await until(() => isCarriedOut, 'the third request');
  await desk.many.sees('50 of 190');
  await desk.expectAccessible('list that is being sent');
  await page.reload();
  await desk.many.seesHeading('190 invites are on their way');
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(keys.length - 1);
  await desk.many.sees('10 lines were not sent.');
  await desk.expectAccessible('result of a list');

  const addresses = new Set(good);
  await until(async () => (await mailsTo(addresses)).size === 190, 'the mails');
  expect([...new Set((await mailsTo(addresses)).values())]).toEqual([1]);
  const { invites, pagination } = await tenant.api.expect<{
    invites: Invite[];
    pagination: { total: number };
  }>('GET', `${INVITES}?limit=200`);
  expect(pagination.total).toBe(192);
  expect(invites.filter(({ teamName }) => teamName === 'Sales')).toHaveLength(95);
  expect(await inviteTo(tenant, good[0] ?? '')).toMatchObject({ status: 'pending', teamName: 'Sales' });

  const { name, bytes } = await desk.download('Download them as CSV');
  expect(name).toBe('not-invited.csv');
  const csv = bytes.toString('utf8');
  expect(csv.trim().split('\n')).toHaveLength(11);
  expect(csv).toContain('Line,E-mail,Name,Team,Reason');
  expect(csv).toContain(`199,${invited},Robin,,Already invited`);
  await desk.press('Done');
  await page.getByLabel('Or paste a list').waitFor();
  await page.reload();
  await page.getByLabel('Or paste a list').waitFor();
});

test('faulty addresses are mended in the preview, and people find their name on the sign-up page', async () => {
  const tenant = await ownedTenant();
  const [taken, good, mended] = [someEmail('.taken'), someEmail('.good'), someEmail('.mended')];
  await sendInvite(tenant, taken);
  const desk = await openInvites(tenant);
  const { page } = desk;
  await desk.paste(`${good}, Anna Berger`, `${mended.replace('@', '(at)')}, Ben Okafor`, taken);
  await desk.many.sees('2 lines have a problem');
  await desk.mend(2, 'ben@localhost');
  await desk.many.sees('The part after the @ needs a dot');
  await desk.mend(2, ` ${mended.toUpperCase()}`);
  await desk.many.sees('2 can be sent');
  await desk.mend(3, good, 'Tab');
  await desk.many.sees('Already further up in the list');
  await desk.expectAccessible('preview of a list with a mended line');
  await desk.press('Change the list');
  await desk.paste(`${good}, Anna www.berger.example, ${'T'.repeat(101)}`, `${mended}, Ben Okafor`, taken);
  await desk.many.sees('2 lines have a problem', 'A name cannot contain a link');
  const name1 = desk.many.place.getByLabel('Name in line 1');
  await name1.fill('Anna Berger');
  await name1.press('Enter');
  await desk.many.sees('The name of the team is too long');
  const team1 = desk.many.place.getByLabel('Team in line 1');
  await team1.fill('');
  await team1.press('Enter');
  await desk.many.sees('2 can be sent');
  await desk.press('Send 2 invites');
  await desk.many.seesHeading('2 invites are on their way');
  await desk.row(mended).link('Ben Okafor').waitFor();

  const { link = '', name } = await inviteTo(tenant, mended);
  expect(name).toBe('Ben Okafor');
  await page.goto(link);
  await desk.press('Start');
  expect(await page.getByLabel('Name').inputValue()).toBe('Ben Okafor');
  await until(async () => (await inviteTo(tenant, mended)).status === 'accepted', 'the sign-up');
  expect((await inviteTo(tenant, mended)).name).toBe('Ben Okafor');
});

test('a pasted list creates its teams, fills the cap, and continues when there is room', async () => {
  const tenant = await ownedTenant({ credits: 2 });
  const emails = Array.from({ length: 5 }, (_, index) => someEmail(`.cap${index}`));
  const desk = await openInvites(tenant);
  await desk.paste(...emails.map((email, index) => `${email}, Person ${index}, Design`));
  await desk.many.sees(
    'The team Design is new. It is created when you send.',
    '5 can be sent',
    'There is room for 4 invites right now.',
  );
  await desk.press('Send 5 invites');
  await desk.many.sees('All your places for pending invites and unfinished headshots are taken.', '4 of 5');
  await desk.expectAccessible('list that waits for room');
  await tenant.api.expect('POST', `${INVITES}/revoke`, { email: emails[0] });
  await desk.press('Continue');
  await desk.many.seesHeading('5 invites are on their way');
  expect(await inviteTo(tenant, emails[4] ?? '')).toMatchObject({ status: 'pending', teamName: 'Design' });
  await desk.forgive(429);
});

test('one person is invited, found, mailed again and revoked, and the link can be copied', async () => {
  const tenant = await ownedTenant();
  await tenant.api.expect('POST', TEAMS, { name: 'Sales' });
  const email = someEmail('.one');
  const desk = await openInvites(tenant);
  await desk.sees('No invites yet.');
  await desk.invite(email, 'Sales');
  const row = desk.row(email);
  await row.sees('Sales');
  await desk.press(`Copy the link of ${email}`);
  await desk.sees('The link is copied.');
  expect(await desk.clipboard()).toBe((await inviteTo(tenant, email)).link);
  await desk.press(`Send the mail to ${email} again`);
  await until(async () => (await mailsTo(new Set([email]))).get(email) === 2, 'the second mail');

  await desk.invite(email);
  await desk.seesAlert('already');
  await desk.forgive(400);

  await desk.press(`Revoke the invite of ${email}`);
  await desk.expectAccessible('question before an invite is revoked', 'dialog');
  await desk.confirm('Revoke');
  await row.sees('Revoked');
  expect((await inviteTo(tenant, email)).status).toBe('revoked');
  await desk.select('Status', 'Invited');
  await desk.sees('No invites with this status.');
  await desk.find(email);
  await row.sees(email);
  await desk.find(someEmail('.unknown'));
  await desk.sees('No invite was sent to');
  await desk.forgive(404);
});

test('the invites of everyone who has not signed up are mailed again at once, and those that are selected are revoked', async () => {
  const tenant = await ownedTenant({ credits: 100 });
  const emails = Array.from({ length: 60 }, (_, index) =>
    someEmail(`.bulk${String(index).padStart(2, '0')}`),
  );
  const joined = someEmail('.joined');
  await tenant.api.expect('POST', `${INVITES}/bulk`, { emails });
  await signUp(await sendInvite(tenant, joined));
  // Two more mails on this day leave none for the first address.
  for (let more = 0; more < 2; more++)
    await tenant.api.expect('POST', `${INVITES}/resend`, { email: emails[0] });
  const desk = await openInvites(tenant);
  await desk.check('Select all on this page');
  await desk.selection.sees('49 invites selected');
  expect(await desk.place.getByRole('checkbox', { name: `Select ${joined}` }).count()).toBe(0);
  // The bar floats over the list, so what is below it depends on how far the page is scrolled.
  await desk.expectAccessible('selected invites', '.selection-bar');
  await desk.selection.press('Select everyone who has not signed up');
  await desk.selection.sees('60 invites selected');
  await desk.selection.press('Send the mails again');
  await desk.sees('59 mails are on their way again.');
  await desk.selection.sees('1 invite selected');
  await desk.selection.sees('1 was left as before');
  await until(
    async () => [...(await mailsTo(new Set(emails.slice(1))))].every(([, mails]) => mails === 2),
    'the second mail of each',
  );

  await desk.check(`Select ${emails[59]}`);
  await desk.selection.sees('2 invites selected');
  await desk.selection.press('Revoke');
  await desk.dialog().sees('Revoke 2 invites?');
  await desk.confirm('Revoke');
  await desk.sees('2 invites are revoked.');
  await desk.selection.waitUntilGone();
  await desk.row(emails[59] ?? '').sees('Revoked');
  for (const email of [emails[0], emails[59]])
    expect((await inviteTo(tenant, email ?? '')).status).toBe('revoked');
  expect((await inviteTo(tenant, emails[1] ?? '')).status).toBe('pending');
});

test('the next page begins with its first invite, and gives way to the one before once all of it is revoked', async () => {
  const tenant = await ownedTenant({ credits: 100 });
  const emails = Array.from({ length: 53 }, (_, index) => someEmail(`.paged${index}`));
  await tenant.api.expect('POST', `${INVITES}/bulk`, { emails });
  const desk = await openInvites(tenant);
  await desk.select('Status', 'Invited');
  await desk.press('Next');
  await desk.sees('51–53 of 53');
  const list = desk.place.getByRole('heading', { name: 'Invites', exact: true, level: 2 });
  await until(async () => isInView(list), 'the beginning of the list');
  await desk.check('Select all on this page');
  await desk.selection.press('Revoke');
  await desk.confirm('Revoke');
  await desk.sees('3 invites are revoked.');
  await until(async () => (await desk.place.getByRole('row').count()) === 51, 'the page before');
});

test('signing out forgets a list that is on its way', async () => {
  const tenant = await ownedTenant({ credits: 0 });
  const desk = await openInvites(tenant);
  const { page } = desk;
  await desk.paste(someEmail('.left'));
  await desk.press('Send 1 invite');
  await desk.many.sees('All your places');
  await desk.press('Sign out');
  await desk.seesHeading('Sign in');
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('headshots.invites');
          opening.onsuccess = () => {
            const count = opening.result.transaction('lists').objectStore('lists').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
  await until(async () => (await stored()) === 0, 'the list to be forgotten');
  await desk.forgive(429);
});

test('an owner whose desk is in another language than invites is told before any is sent', async () => {
  const tenant = await ownedTenant();
  const desk = await openDesk(tenant, 'invites', { locale: 'de' });
  await desk.sees('Einladungen werden auf Englisch verschickt.');
  await desk.follow('In den Einstellungen ändern');
  await desk.page.getByLabel('Sprache der Einladungen').selectOption({ label: 'Deutsch' });
  await desk.press('Speichern');
  await desk.sees('Gespeichert.');
  await desk.goTo('invites');
  await desk.seesHeading('Eine Person einladen');
  await desk.page.waitForLoadState('networkidle');
  expect(await desk.page.getByText('Einladungen werden auf').count()).toBe(0);
});

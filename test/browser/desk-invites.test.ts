import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caughtMail, INVITES, type Invite, inviteTo, sendInvite, signUp } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { createTeam, TEAMS } from '../support/people.ts';
import { baseUrl, someEmail, until } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { forgiveStatus, openWindow, type Window } from './browser.ts';

async function openInvites({ owner }: Pick<OwnedTenant, 'owner'>): Promise<Window> {
  const window = await openWindow();
  const { context, page } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await page.goto(`${baseUrl}/admin`);
  await page.evaluate((session) => sessionStorage.setItem('headshots.api-key', session), owner.bearer ?? '');
  await page.goto(`${baseUrl}/admin#/invites`);
  await page.reload();
  await page.getByRole('heading', { name: 'Invite one person' }).waitFor();
  return window;
}

const many = (page: Page) => page.getByRole('region', { name: 'Invite many' });
const csvFile = (lines: readonly string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
});

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
  const window = await openInvites(tenant);
  const { page } = window;
  await page.getByLabel('Choose a CSV file').setInputFiles(csvFile(lines));
  await many(page).getByText('190 can be sent').waitFor();
  await many(page).getByText('10 lines have a problem').waitFor();
  const reasons = await many(page).getByRole('row').allTextContents();
  expect(reasons.slice(1)).toHaveLength(10);
  for (const [index, [email, reason]] of bad.entries()) {
    const field = many(page).getByLabel(`Address in line ${192 + index}`);
    expect(await field.inputValue()).toBe(email.toLowerCase());
    expect(reasons[index + 1]).toContain(reason);
  }
  await expectAccessible(page, 'preview of a list');
  await page.getByLabel('Lines shown').selectOption({ label: 'All lines' });
  await many(page).getByText('1–50 of 200').waitFor();
  expect(await many(page).getByRole('row').nth(1).textContent()).toContain('Person; 0 Miller');

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
  await page.getByRole('button', { name: 'Send 190 invites' }).click();
  // Only the answer is lost: the request was carried out.
  await until(() => isCarriedOut, 'the third request');
  await many(page).getByText('50 of 190').waitFor();
  await expectAccessible(page, 'list that is being sent');
  await page.reload();
  await many(page).getByRole('heading', { name: '190 invites are on their way' }).waitFor();
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(keys.length - 1);
  await many(page).getByText('10 lines were not sent.').waitFor();
  await expectAccessible(page, 'result of a list');

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

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download them as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('not-invited.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(11);
  expect(csv).toContain('Line,E-mail,Name,Team,Reason');
  expect(csv).toContain(`199,${invited},Robin,,Already invited`);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Or paste a list').waitFor();
  await page.reload();
  await page.getByLabel('Or paste a list').waitFor();
  expect(window.complaints).toEqual([]);
});

test('faulty addresses are mended in the preview, and people find their name on the sign-up page', async () => {
  const tenant = await ownedTenant();
  const [taken, good, mended] = [someEmail('.taken'), someEmail('.good'), someEmail('.mended')];
  await sendInvite(tenant, taken);
  const window = await openInvites(tenant);
  const { page } = window;
  await page
    .getByLabel('Or paste a list')
    .fill(`${good}, Anna Berger\n${mended.replace('@', '(at)')}, Ben Okafor\n${taken}`);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await many(page).getByText('2 lines have a problem').waitFor();
  const field = (line: number) => many(page).getByLabel(`Address in line ${line}`);
  await field(2).fill('ben@localhost');
  await field(2).press('Enter');
  await many(page).getByText('The part after the @ needs a dot').waitFor();
  await field(2).fill(` ${mended.toUpperCase()}`);
  await field(2).press('Enter');
  await many(page).getByText('2 can be sent').waitFor();
  await field(3).fill(good);
  await field(3).press('Tab');
  await many(page).getByText('Already further up in the list').waitFor();
  await expectAccessible(page, 'preview of a list with a mended line');
  await page.getByRole('button', { name: 'Send 2 invites' }).click();
  await many(page).getByRole('heading', { name: '2 invites are on their way' }).waitFor();
  const row = page.getByRole('table', { name: 'Invites' }).getByRole('row').filter({ hasText: mended });
  await row.getByRole('link', { name: 'Ben Okafor' }).waitFor();

  const { link = '', name } = await inviteTo(tenant, mended);
  expect(name).toBe('Ben Okafor');
  await page.goto(link);
  expect(await page.getByLabel('Name').inputValue()).toBe('Ben Okafor');
  await page.getByRole('button', { name: 'Start' }).click();
  await until(async () => (await inviteTo(tenant, mended)).status === 'accepted', 'the sign-up');
  expect((await inviteTo(tenant, mended)).name).toBe('Ben Okafor');
  expect(window.complaints).toEqual([]);
});

test('a pasted list creates its teams, fills the cap, and continues when there is room', async () => {
  const tenant = await ownedTenant({ credits: 2 });
  const emails = Array.from({ length: 5 }, (_, index) => someEmail(`.cap${index}`));
  const window = await openInvites(tenant);
  const { page } = window;
  await page
    .getByLabel('Or paste a list')
    .fill(emails.map((email, index) => `${email}, Person ${index}, Design`).join('\n'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await many(page).getByText('The team Design is new. It is created when you send.').waitFor();
  await many(page).getByText('5 can be sent').waitFor();
  await many(page).getByText('There is room for 4 invites right now.').waitFor();
  await page.getByRole('button', { name: 'Send 5 invites' }).click();
  await many(page)
    .getByText('All your places for pending invites and unfinished headshots are taken.')
    .waitFor();
  await many(page).getByText('4 of 5').waitFor();
  await expectAccessible(page, 'list that waits for room');
  await tenant.api.expect('POST', `${INVITES}/revoke`, { email: emails[0] });
  await page.getByRole('button', { name: 'Continue' }).click();
  await many(page).getByRole('heading', { name: '5 invites are on their way' }).waitFor();
  expect(await inviteTo(tenant, emails[4] ?? '')).toMatchObject({ status: 'pending', teamName: 'Design' });
  forgiveStatus(window, 429);
  expect(window.complaints).toEqual([]);
});

test('one person is invited, found, mailed again and revoked, and the link can be copied', async () => {
  const tenant = await ownedTenant();
  await tenant.api.expect('POST', TEAMS, { name: 'Sales' });
  const email = someEmail('.one');
  const window = await openInvites(tenant);
  const { page } = window;
  await page.getByText('No invites yet.').waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'Sales' });
  await page.getByRole('button', { name: 'Send invite' }).click();
  const row = page.getByRole('table', { name: 'Invites' }).getByRole('row').filter({ hasText: email });
  await row.getByText('Sales').waitFor();
  await page.getByRole('button', { name: `Copy the link of ${email}` }).click();
  await page.getByText('The link is copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    (await inviteTo(tenant, email)).link,
  );
  await page.getByRole('button', { name: `Send the mail to ${email} again` }).click();
  await until(async () => (await mailsTo(new Set([email]))).get(email) === 2, 'the second mail');

  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send invite' }).click();
  await page.getByRole('alert').getByText('already').waitFor();
  forgiveStatus(window, 400);

  await page.getByRole('button', { name: `Revoke the invite of ${email}` }).click();
  await expectAccessible(page, 'question before an invite is revoked', 'dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  expect((await inviteTo(tenant, email)).status).toBe('revoked');
  await page.getByLabel('Status').selectOption({ label: 'Invited' });
  await page.getByText('No invites with this status.').waitFor();
  await page.getByLabel('Find an address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await row.waitFor();
  await page.getByLabel('Find an address').fill(someEmail('.unknown'));
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('No invite was sent to').waitFor();
  forgiveStatus(window, 404);
  expect(window.complaints).toEqual([]);
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
  const window = await openInvites(tenant);
  const { page } = window;
  const bar = page.getByRole('region', { name: 'Selected invites' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar.getByText('49 invites selected').waitFor();
  expect(await page.getByRole('checkbox', { name: `Select ${joined}` }).count()).toBe(0);
  // The bar floats over the list, so what is below it depends on how far the page is scrolled.
  await expectAccessible(page, 'selected invites', '.selection-bar');
  await bar.getByRole('button', { name: 'Select everyone who has not signed up' }).click();
  await bar.getByText('60 invites selected').waitFor();
  await bar.getByRole('button', { name: 'Send the mails again' }).click();
  await page.getByText('59 mails are on their way again.').waitFor();
  await bar.getByText('1 invite selected').waitFor();
  await bar.getByText('1 was left as before').waitFor();
  await until(
    async () => [...(await mailsTo(new Set(emails.slice(1))))].every(([, mails]) => mails === 2),
    'the second mail of each',
  );

  await page.getByRole('checkbox', { name: `Select ${emails[59]}` }).check();
  await bar.getByText('2 invites selected').waitFor();
  await bar.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByText('Revoke 2 invites?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('2 invites are revoked.').waitFor();
  await bar.waitFor({ state: 'detached' });
  const revoked = page.getByRole('row').filter({ hasText: emails[59] ?? '' });
  await revoked.getByText('Revoked').waitFor();
  for (const email of [emails[0], emails[59]])
    expect((await inviteTo(tenant, email ?? '')).status).toBe('revoked');
  expect((await inviteTo(tenant, emails[1] ?? '')).status).toBe('pending');
  expect(window.complaints).toEqual([]);
});

test('signing out forgets a list that is on its way', async () => {
  const tenant = await ownedTenant({ credits: 0 });
  const window = await openInvites(tenant);
  const { page } = window;
  await page.getByLabel('Or paste a list').fill(someEmail('.left'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Send 1 invite' }).click();
  await many(page).getByText('All your places').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
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
  forgiveStatus(window, 429);
  expect(window.complaints).toEqual([]);
});

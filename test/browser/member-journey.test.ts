import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caughtMail, mailOf, sendInvite } from '../support/invites.ts';
import { MEMBERS } from '../support/people.ts';
import { freshTenant, someEmail, type Tenant, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { drawnPortraits, Studio } from './upload-page.ts';

/** A run of the provider `studio` makes 40 headshots, while other tests keep the machine busy. */
const RUN_MILLISECONDS = 160_000;

test('an invited member comes by mail, gets headshots, is told by mail, chooses a favorite by keyboard and erases everything', async () => {
  const tenant = await freshTenant();
  const email = someEmail();
  const sent = await sendInvite(tenant, email);
  await until(async () => (await mailOf(sent)).length > 0, 'the invite mail');
  const [invitation] = await mailOf(sent);
  const studio = new Studio(await openWindow({ isPhone: true }));
  const { page } = studio;

  await page.goto(linkIn(invitation?.text ?? '', '/auth/signup?invite='));
  await page.getByText('Test Company').first().waitFor();
  await activate(page, 'button', 'Start');
  await page.getByRole('checkbox', { name: 'I agree that my photos are used like this.' }).press('Space');
  await page.getByRole('button', { name: 'Add 4 photos' }).waitFor();

  await studio.choose(...(await drawnPortraits(5)));
  await studio.accepts(5);
  // Retouched headshots are of the person as it is.
  expect(await page.getByRole('radio').count()).toBe(0);
  await page.getByLabel('Name').fill('Anna Berg');
  await activate(page, 'button', 'Make my headshots');

  await page.getByRole('heading', { name: 'We are making your headshots' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  const gallery = page.getByRole('heading', { name: 'Your headshots', exact: true });
  await gallery.waitFor({ timeout: RUN_MILLISECONDS });
  await page.getByText('Your headshots stay with Test Company after that.').waitFor();
  const star = page.getByRole('button', { name: 'Favorite', exact: true }).nth(2);
  await star.press('Enter');
  await page.getByText('This is your favorite now.').waitFor();
  expect(await star.getAttribute('aria-pressed')).toBe('true');
  const { photos } = await tenant.api.expect<{ photos: { member: { email: string } }[] }>(
    'GET',
    '/api/v2/organization/photos/favorites',
  );
  expect(photos).toMatchObject([{ member: { email } }]);

  // The tab may have been closed meanwhile: the mail leads back to the gallery, in any browser.
  const ready = async () =>
    (await caughtMail()).find(({ to, text }) => to.includes(email) && /ready/i.test(text));
  await until(async () => (await ready()) !== undefined, 'the mail about the headshots');
  const later = await openWindow();
  await later.page.goto(linkIn((await ready())?.text ?? '', '/auth/signup?token='));
  await activate(later.page, 'button', 'Continue');
  await later.page.getByText('You have chosen a favorite').waitFor();

  await activate(later.page, 'button', 'Erase everything');
  const question = later.page.getByRole('dialog', { name: 'Erase everything?' });
  await question.getByRole('button', { name: 'Erase everything' }).press('Enter');
  await later.page.getByRole('heading', { name: 'Everything is erased' }).waitFor();
  expect(await membersOf(tenant)).toEqual([]);
});

/** Uses a control by the keyboard. */
async function activate(page: Page, role: 'button', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).press('Enter');
}

function linkIn(text: string, part: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(part));
  if (link === undefined) throw new Error(`The mail has no link with ${part}: ${text}`);
  return link;
}

async function membersOf({ api }: Tenant): Promise<unknown[]> {
  const { members } = await api.expect<{ members: unknown[] }>('GET', MEMBERS);
  return members;
}

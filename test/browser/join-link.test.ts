import { expect, test } from 'vitest';
import { caughtMail } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import { baseUrl, someEmail, until } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { openDesk } from './owner-desk.ts';

test('an owner shares a link, by which a person gets an invite, and ends it', async () => {
  const tenant = await ownedTenant({ name: 'Garden Tools' });
  const desk = await openDesk(tenant, 'invites');
  const card = desk.page.getByRole('region', { name: 'A link for everyone' });
  const email = someEmail();
  await card
    .getByLabel('Domains of the addresses')
    .fill(`@${email.slice(email.indexOf('@') + 1)}, other.test`);
  await card.getByLabel('People at most').fill('1');
  await expectAccessible(desk.page, 'form of the link for everyone');
  await card.getByRole('button', { name: 'Create the link' }).click();
  await card.getByText('For 1 more person with an address at').waitFor();
  const link = await card.getByRole('textbox', { name: 'A link for everyone' }).inputValue();
  expect(link).toContain(`${baseUrl}/auth/signup?join=`);

  const window = await openWindow();
  const { page } = window;
  await page.goto(link);
  await page.getByRole('heading', { name: 'Headshots for people of Garden Tools' }).waitFor();
  await page.reload();
  await expectAccessible(page, 'page of the link for everyone');
  const ask = page.getByRole('button', { name: 'Mail me an invite' });
  await page.getByLabel('E-mail address').fill('eve@evil.example');
  await ask.click();
  await page.getByText('This link is for addresses at').waitFor();
  await window.forgive(403);
  await page.getByLabel('E-mail address').fill(email);
  await ask.click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Sieh in deine Mails' }).waitFor();
  await page.getByText(`Deine Einladung ist unterwegs an ${email}.`).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await until(async () => (await caughtMail()).some(({ to }) => to.includes(email)), 'the invite');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor();
  await window.forgive(404);

  await desk.page.reload();
  await card.getByRole('button', { name: 'Create the link' }).waitFor();
  await card.getByLabel('Domains of the addresses').fill('garden.test');
  await card.getByRole('button', { name: 'Create the link' }).click();
  await card.getByRole('button', { name: 'End the link' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click();
  await card.getByRole('button', { name: 'Create the link' }).waitFor();
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { domainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { signUp } from '../../shared/domain/invite/sign-up.ts';
import { showRefused } from '../../shared/domain/suppression/suppression.ts';
import { createTeam } from '../../shared/domain/team/change.ts';
import { DAY, isoTime } from '../../shared/platform/clock.ts';
import { ownedTenant } from '../support/owner.ts';
import { operator, someEmail } from '../support/tenant.ts';
import { monthsAgo, storeUsage } from '../support/usage.ts';
import { expectAccessible } from './accessible.ts';
import { openDesk } from './owner-desk.ts';

/** A name that a spreadsheet would run. */
const FORMULA = '=HYPERLINK("http://x.example","Sales")';

test('an owner chooses months, sees what each team used, and downloads it without formulas', async () => {
  const tenant = await ownedTenant();
  const { organizationId } = tenant;
  const team = await createTeam(operator, organizationId, FORMULA);
  const [former, present] = [monthsAgo(operator, 1), monthsAgo(operator, 0)];
  await storeUsage(operator, organizationId, [
    { month: monthsAgo(operator, 20), credits: 9, headshots: 360 },
    { month: former, teamId: team.id, credits: 4, modelsBegun: 5, modelsFinished: 4, headshots: 160 },
    { month: former, credits: 1, modelsBegun: 1, modelsFailed: 1 },
    { month: present, teamId: team.id, credits: 2, modelsBegun: 2, modelsFinished: 1, headshots: 40 },
  ]);
  const { page } = await openDesk(tenant, 'reports');
  const total = page.getByRole('row', { name: /^Total/ });
  await total.waitFor();
  expect(await total.getByRole('cell').allTextContents()).toEqual(['7', '8', '5', '1', '200']);
  const formerRow = page.getByRole('row').filter({ has: page.getByRole('button', { expanded: false }) });
  expect(await formerRow.getByRole('cell').allTextContents()).toEqual(['5', '6', '4', '1', '160']);
  await formerRow.getByRole('button').click();
  await page.getByRole('row', { name: /^No team/ }).waitFor();
  await page.getByRole('button', { name: 'Headshots' }).click();
  await page.getByRole('img', { name: /^Headshots by month and team/ }).waitFor();
  await expectAccessible(page, 'report');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`usage-${monthsAgo(operator, 11)}-${present}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.slice(1)).toEqual([
    `${former},,,1,1,0,1,0`,
    `${former},${team.id},"'${FORMULA.replaceAll('"', '""')}",4,5,4,0,160`,
    `${present},${team.id},"'${FORMULA.replaceAll('"', '""')}",2,2,1,0,40`,
  ]);

  await page.getByRole('combobox', { name: 'From' }).selectOption(monthsAgo(operator, 24));
  await expect.poll(() => total.getByRole('cell').first().textContent()).toBe('16');
  await page.getByRole('combobox', { name: 'To' }).selectOption(monthsAgo(operator, 25));
  await page.getByText('The last month is before the first one.').waitFor();
});

test('a report without usage says so, and has nothing to download', async () => {
  const { page } = await openDesk(await ownedTenant(), 'reports');
  await page.getByText('Nothing was used in these months.').waitFor();
  expect(await page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true);
  await expectAccessible(page, 'report without usage');
});

test('the overview shows who is stuck and why, and what helps', async () => {
  const tenant = await ownedTenant({ credits: 20 });
  const { organizationId } = tenant;
  const before = (days: number) =>
    domainContext(
      operator.table,
      { now: () => operator.clock.now() - days * DAY },
      operator.randomness,
      operator.webhookSecretKey,
    );
  const [expired, bounced, idle] = [someEmail('expired'), someEmail('bounced'), someEmail('idle')];
  await sendInvite(before(31), organizationId, { email: expired });
  const lost = await sendInvite(operator, organizationId, { email: bounced });
  const at = isoTime(operator.clock.now());
  await showRefused(operator, organizationId, lost.id, { reason: 'bounced', at });
  const { id } = await sendInvite(before(5), organizationId, { email: idle });
  await signUp(before(4), id, {});
  await storeUsage(operator, organizationId, [{ month: monthsAgo(operator, 1), credits: 3 }]);

  const { page } = await openDesk(tenant, 'overview');
  const stuck = page.getByRole('region', { name: 'Who needs a hand' });
  await stuck.getByRole('heading', { level: 3 }).first().waitFor();
  expect(await stuck.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Invite did not arrive1',
    'Not begun1',
    'Invite expired1',
  ]);
  await page.getByRole('img', { name: /^Credits by month/ }).waitFor();
  await page.getByText('as soon as the first ones are finished').waitFor();
  await expectAccessible(page, 'overview with people who are stuck');

  const mail = stuck.getByRole('link', { name: `Write a mail to ${idle}` });
  expect(await mail.getAttribute('href')).toBe(`mailto:${encodeURIComponent(idle)}`);
  await stuck.getByRole('button', { name: `Copy link of ${bounced}` }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(lost.id);
  await stuck.getByRole('button', { name: `Invite again: ${expired}` }).click();
  await stuck.getByRole('heading', { name: /^Invite expired/ }).waitFor({ state: 'detached' });
  expect((await tenant.api.call('GET', `/api/v2/organization/invites/${expired}`)).body).toMatchObject({
    invite: { status: 'pending' },
  });
});

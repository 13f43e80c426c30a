import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { signUp as signUpAsOperator } from '../../shared/domain/invite/sign-up.ts';
import { beginModel } from '../../shared/domain/model/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { INVITES, operatorAgo, sendInvite, signUpOnly } from '../support/invites.ts';
import { baseUrl, freshTenant, operator, type Tenant } from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { forgiveStatus, openWindow } from './browser.ts';

const DAY = 24 * 60 * 60 * 1000;
const EMAIL = 'anna.doe@people.test';
const MASKED = 'a•••@people.test';

const tenant = (): Promise<Tenant> => freshTenant({ name: 'Garden Tools', website: 'https://garden.test' });

describe('the page of an invite', () => {
  test('says who invites, which address without giving it away, and until when', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    const { page } = window;
    await page.goto(link);
    await heading(page, 'Garden Tools invites you').waitFor();
    await page.getByText(MASKED).waitFor();
    await page.getByText(`valid until ${longDate('en', 30 * DAY)}`).waitFor();
    expect(await page.getByRole('link', { name: 'garden.test' }).getAttribute('href')).toBe(
      'https://garden.test/',
    );
    expect(await page.content()).not.toContain(EMAIL);
    await page.getByRole('button', { name: 'Use another address' }).click();
    await page.getByText(`instead of ${MASKED}`).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('is written in the language that its visitor chooses, also after a reload', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    const { page } = window;
    await page.goto(link);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await heading(page, 'Garden Tools lädt dich ein').waitFor();
    await page.reload();
    await heading(page, 'Garden Tools lädt dich ein').waitFor();
    await page.getByText(`gilt bis zum ${longDate('de', 30 * DAY)}`).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(window.complaints).toEqual([]);
  });

  test('ends reminders after a question, and still lets the person begin', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    const { page } = window;
    await page.goto(`${link}&reminders=stop`);
    await heading(page, 'No more reminders?').waitFor();
    await page.reload();
    await heading(page, 'No more reminders?').waitFor();
    await expectAccessible(page, 'question about reminders');
    await page.getByRole('button', { name: 'Stop reminders' }).click();
    await heading(page, 'You get no more reminders').waitFor();
    await page.goto(`${link}&reminders=stop`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await heading(page, 'Garden Tools invites you').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('ends reminders of a member as well, and still offers a link to continue', async () => {
    const sent = await sendInvite(await tenant(), EMAIL);
    await signUpOnly(sent);
    const { page } = await openWindow();
    await page.goto(`${sent.link}&reminders=stop`);
    await page.getByRole('button', { name: 'Stop reminders' }).click();
    await heading(page, 'You get no more reminders').waitFor();
    await page.goto(`${sent.link}&reminders=stop`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await heading(page, 'You have already started').waitFor();
  });

  test('offers a used invite a link by mail', async () => {
    const sent = await sendInvite(await tenant(), EMAIL);
    await signUpOnly(sent);
    const window = await openWindow();
    await window.page.goto(sent.link);
    await heading(window.page, 'You have already started').waitFor();
    await window.page.getByRole('button', { name: 'Mail me a link to continue' }).click();
    await heading(window.page, 'Check your mail').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('offers a used invite a link after its end as well, as the access to headshots lasts longer', async () => {
    const { organizationId } = await tenant();
    const then = operatorAgo(31 * DAY);
    const { id } = await sendAsOperator(then, organizationId, { email: EMAIL });
    const { member } = await signUpAsOperator(then, id, {});
    await beginModel(operator, await readOrganization(operator, organizationId), member.id);
    const window = await openWindow();
    await window.page.goto(`${baseUrl}/auth/signup?invite=${id}`);
    await heading(window.page, 'You have already started').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('says since when an expired invite is over, and whom to ask for a new one', async () => {
    const { organizationId } = await tenant();
    const { id } = await sendAsOperator(operatorAgo(31 * DAY), organizationId, { email: EMAIL });
    const window = await openWindow();
    await window.page.goto(`${baseUrl}/auth/signup?invite=${id}`);
    await heading(window.page, 'This invite has expired').waitFor();
    await window.page
      .getByText(`It was valid until ${longDate('en', -DAY)}. Ask Garden Tools for a new one.`)
      .waitFor();
    await window.page.getByRole('link', { name: 'Go to garden.test' }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('says that a revoked invite was withdrawn, and whom to ask', async () => {
    const owner = await tenant();
    const { link } = await sendInvite(owner, EMAIL);
    await owner.api.expect('POST', `${INVITES}/revoke`, { email: EMAIL });
    const window = await openWindow();
    await window.page.goto(link);
    await heading(window.page, 'This invite was withdrawn').waitFor();
    await window.page.getByText('ask Garden Tools').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('asks to copy the whole link of an unknown invite', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    for (const invite of [link.slice(0, -3), `${baseUrl}/auth/signup?invite=nothing`]) {
      await window.page.goto(invite);
      await heading(window.page, 'This is not a complete invite').waitFor();
      forgiveStatus(window, 404);
    }
    expect(window.complaints).toEqual([]);
  });

  test('notices on a click that the invite was used elsewhere in the meantime', async () => {
    const sent = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    await window.page.goto(sent.link);
    const start = window.page.getByRole('button', { name: 'Start', exact: true });
    await start.waitFor();
    await signUpOnly(sent);
    await start.click();
    await heading(window.page, 'You have already started').waitFor();
    forgiveStatus(window, 401);
    expect(window.complaints).toEqual([]);
  });

  test('can be opened again when the service could not be reached', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const window = await openWindow();
    const { page } = window;
    await page.route('**/api/member/invite', (route) => route.abort());
    await page.goto(link);
    await heading(page, 'The invite could not be opened').waitFor();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/api/member/invite');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Garden Tools invites you').waitFor();
    expect(window.complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  });
});

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true });
}

/** The day that is so many milliseconds from now, as the page writes it. */
function longDate(language: string, milliseconds: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(Date.now() + milliseconds);
}

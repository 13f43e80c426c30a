import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sendInvite as sendAsOperator } from '../../shared/domain/invite/send.ts';
import { signUp as signUpAsOperator } from '../../shared/domain/invite/sign-up.ts';
import { beginModel } from '../../shared/domain/model/create.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { INVITES, operatorAgo, sendInvite, signUpOnly } from '../support/invites.ts';
import { baseUrl, freshTenant, operator, someEmail, type Tenant } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { Screen } from './screen.ts';

const DAY = 24 * 60 * 60 * 1000;
const EMAIL = 'anna.doe@people.test';
const MASKED = 'a•••@people.test';

const tenant = (): Promise<Tenant> => freshTenant({ name: 'Garden Tools', website: 'https://garden.test' });

describe('the page of an invite', () => {
  test('says who invites, which address without giving it away, and until when', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(link);
    await heading(page, 'Garden Tools invites you').waitFor();
    await page.getByText(MASKED).waitFor();
    await screen.sees(`valid until ${longDate('en', 30 * DAY)}`);
    expect(await page.getByRole('link', { name: 'garden.test' }).getAttribute('href')).toBe(
      'https://garden.test/',
    );
    expect(await page.content()).not.toContain(EMAIL);
    await screen.press('Use another address');
    await screen.sees(`instead of ${MASKED}`);
  });

  test('is written in the language that its visitor chooses, also after a reload', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(link);
    await screen.press('Deutsch');
    await heading(page, 'Garden Tools lädt dich ein').waitFor();
    await page.reload();
    await heading(page, 'Garden Tools lädt dich ein').waitFor();
    await screen.sees(`gilt bis zum ${longDate('de', 30 * DAY)}`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  test('ends reminders after a question, and still lets the person begin', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(`${link}&reminders=stop`);
    await heading(page, 'No more reminders?').waitFor();
    await page.reload();
    await heading(page, 'No more reminders?').waitFor();
    await screen.expectAccessible('question about reminders');
    await screen.press('Stop reminders');
    await heading(page, 'You get no more reminders').waitFor();
    await page.goto(`${link}&reminders=stop`);
    await screen.press('Start');
    await heading(page, 'Garden Tools invites you').waitFor();
  });

  test('ends reminders of a member as well, and still offers a link to continue', async () => {
    const sent = await sendInvite(await tenant(), EMAIL);
    await signUpOnly(sent);
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(`${sent.link}&reminders=stop`);
    await screen.press('Stop reminders');
    await heading(page, 'You get no more reminders').waitFor();
    await page.goto(`${sent.link}&reminders=stop`);
    await screen.press('Continue');
    await heading(page, 'You have already started').waitFor();
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
  });

  test('says of one that cannot be used whether it is expired, withdrawn or incomplete, and whom to ask', async () => {
    const owner = await tenant();
    const sent = sendAsOperator(operatorAgo(31 * DAY), owner.organizationId, { email: someEmail() });
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(`${baseUrl}/auth/signup?invite=${(await sent).id}`);
    await screen.seesHeading('This invite has expired');
    await screen.sees(`It was valid until ${longDate('en', -DAY)}. Ask Garden Tools for a new one.`);
    await screen.link('Go to garden.test').waitFor();

    const { link } = await sendInvite(owner, EMAIL);
    await owner.api.expect('POST', `${INVITES}/revoke`, { email: EMAIL });
    await page.goto(link);
    await screen.seesHeading('This invite was withdrawn');
    await screen.sees('ask Garden Tools');

    for (const unknown of [link.slice(0, -3), `${baseUrl}/auth/signup?invite=nothing`]) {
      await page.goto(unknown);
      await screen.seesHeading('There is no such invite');
      await screen.forgive(404);
    }
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
    await window.forgive(401);
  });

  test('can be opened again when the service could not be reached', async () => {
    const { link } = await sendInvite(await tenant(), EMAIL);
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.route('**/api/member/invite', (route) => route.abort());
    await page.goto(link);
    await heading(page, 'The invite could not be opened').waitFor();
    await screen.sees('The service cannot be reached.');
    await page.unroute('**/api/member/invite');
    await screen.press('Try again');
    await heading(page, 'Garden Tools invites you').waitFor();
    await screen.forgive(/ERR_FAILED/);
  });
});

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true });
}

/** The day that is so many milliseconds from now, as the page writes it. */
function longDate(language: string, milliseconds: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(Date.now() + milliseconds);
}

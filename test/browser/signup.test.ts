import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { caughtMail, confirmationLink, inviteTo, mailOf, type Sent, sendInvite } from '../support/invites.ts';
import { MEMBERS } from '../support/people.ts';
import { baseUrl, freshTenant, someEmail, type Tenant, until } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { servePartnerPage } from './partner-page.ts';
import { Screen } from './screen.ts';

describe('the page of an invite', () => {
  test('only looks the invite up until a click uses it, and leads to the studio', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const screen = new Screen(await openWindow());
    const { page } = screen;
    const calls = callsOf(page);
    await page.goto(await linkInMail(sent));
    await invitation(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await invitation(page).waitFor();
    // The studio asks for it.
    expect(await page.getByLabel('Name').count()).toBe(0);
    expect(new Set(calls)).toEqual(new Set([`${baseUrl}/api/member/invite`]));
    expect(await inviteTo(tenant, sent.input.email)).toMatchObject({ status: 'pending' });

    await start(page);
    await screen.sees('0 of at least 4');
    await screen.seesExactly('Test Company');
    expect(await membersOf(tenant)).toMatchObject([{ email: sent.input.email, status: 'accepted' }]);

    await page.reload();
    await screen.sees('0 of at least 4');
    expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(sent.id);
  });

  test('mails the member a link that continues in another browser', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const first = await openWindow({ colorScheme: 'dark' });
    await first.page.goto(sent.link);
    await start(first.page);
    await first.page.getByText('0 of at least 4').waitFor();

    const screen = new Screen(await openWindow({ colorScheme: 'dark' }));
    const { page } = screen;
    await page.goto(sent.link);
    await screen.seesHeading('You have already started');
    await screen.press('Mail me a link to continue');
    await screen.seesHeading('Check your mail');
    const mails = async () =>
      (await caughtMail()).filter(
        ({ to, text }) => to.includes(sent.input.email) && text.includes('signup?token='),
      );
    await until(async () => (await mails()).length > 0, 'the mail with the link');
    const link = /https?:\/\/\S+\/auth\/signup\?token=\S+/.exec((await mails())[0]?.text ?? '')?.[0];
    await page.goto(link ?? '');
    await page.reload();
    await screen.press('Continue');
    await screen.sees('0 of at least 4');
    expect(await membersOf(tenant)).toHaveLength(1);

    // The used link goes on with its session in this browser, and offers a new one in another.
    const again = await screen.context.newPage();
    await again.goto(link ?? '');
    await again.getByRole('button', { name: 'Continue', exact: true }).click();
    await again.getByText('0 of at least 4').waitFor();
    const third = await openWindow({ colorScheme: 'dark' });
    await third.page.goto(link ?? '');
    await third.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await third.page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
    const former = (await mails()).length;
    await third.page.getByRole('button', { name: 'Mail me a new link' }).click();
    await third.page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await until(async () => (await mails()).length > former, 'the mail with another link');
    await third.forgive(401);
  });

  test('reopened in the same browser leads to the studio without a mail, until the session has ended', async () => {
    const sent = await sendInvite(await freshTenant(), someEmail());
    const window = await openWindow();
    const { page, context } = window;
    await page.goto(sent.link);
    await start(page);
    await page.getByText('0 of at least 4').waitFor();

    const again = await context.newPage();
    await again.goto(sent.link);
    await again.getByText('0 of at least 4').waitFor();
    await again.reload();
    await again.getByText('0 of at least 4').waitFor();

    // It has ended elsewhere, so that the page learns it from the service.
    const [session = ''] = await page.evaluate(() =>
      Object.values<string>(localStorage).filter((value) => value.startsWith('hss.')),
    );
    await fetch(`${baseUrl}/api/member/session`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session}` },
    });
    await page.goto(sent.link);
    await page.getByRole('heading', { name: 'You have already started' }).waitFor();
    expect(await page.getByText('photos').count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(sent.id);
    await page.reload();
    await page.getByRole('button', { name: 'Mail me a link to continue' }).waitFor();
    await window.forgive(401);
  });

  test('mails a link to another address, which counts once the link is confirmed on a click', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(sent.link);
    expect(await page.getByLabel('E-mail address').isVisible()).toBe(false);
    await screen.press('Use another address');
    const email = someEmail();
    await screen.fill('E-mail address', email);
    await start(page);
    await screen.sees('0 of at least 4');
    expect(await membersOf(tenant)).toMatchObject([{ email: sent.input.email, name: null }]);

    const other = await openWindow();
    await other.page.goto(await confirmationLink(email));
    await other.page.getByRole('heading', { name: 'Is this your address?' }).waitFor();
    expect(await membersOf(tenant)).toMatchObject([{ email: sent.input.email }]);
    await other.page.getByRole('button', { name: 'Confirm' }).click();
    await other.page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    expect(await membersOf(tenant)).toMatchObject([{ email }]);
  });

  test('signs the member out on a click, and the session is no longer accepted', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(sent.link);
    await start(page);
    await screen.sees('0 of at least 4');
    const session = await page.evaluate(() =>
      Object.entries(localStorage).flatMap(([name, value]) =>
        name.startsWith('headshots.session.') ? value : [],
      ),
    );
    const overview = () =>
      fetch(`${baseUrl}/api/member`, { headers: { authorization: `Bearer ${session[0]}` } });
    expect((await overview()).status).toBe(200);
    await screen.press('Sign out');
    await screen.seesHeading('You are signed out');
    await screen.press('Deutsch');
    await screen.seesHeading('Du bist abgemeldet');
    await screen.press('English');
    expect((await overview()).status).toBe(401);
    await page.reload();
    await screen.seesHeading('Open the link in your mail');
  });

  test('keeps the invite while the service cannot be reached', async () => {
    const sent = await sendInvite(await freshTenant(), someEmail());
    const screen = new Screen(await openWindow());
    const { page } = screen;
    await page.goto(sent.link);
    await page.route('**/api/member/session', (route) => route.abort());
    await start(page);
    await screen.sees('The service cannot be reached.');
    await page.unroute('**/api/member/session');
    await page.reload();
    await start(page);
    await screen.sees('0 of at least 4');
    await screen.forgive(/ERR_FAILED/);
  });

  test('cannot be framed', async () => {
    const sent = await sendInvite(await freshTenant(), someEmail());
    // The studio may be framed, but it does not accept an invite.
    const studio = sent.link.replace('/auth/signup', '/auth/social');
    const window = await openWindow();
    await window.page.goto(await servePartnerPage(sent.link, studio));
    await window.page
      .frameLocator('iframe[name=frame-1]')
      .getByRole('heading', { name: 'This link has expired' })
      .waitFor();
    const framed = window.page.frameLocator('iframe[name=frame-0]');
    expect(await framed.getByRole('button', { name: 'Start' }).count()).toBe(0);
    await window.forgive(/frame-ancestors/);
  });
});

async function linkInMail(sent: Sent): Promise<string> {
  await until(async () => (await mailOf(sent)).length > 0, 'the invite mail');
  const [mail] = await mailOf(sent);
  const link = /https?:\/\/\S+\/auth\/signup\?\S+/.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error('The invite mail contains no sign-up link.');
  return link;
}

/** Records the page's calls of the API from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  return calls;
}

function invitation(page: Page) {
  return page.getByRole('heading', { name: 'Test Company invites you' });
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
}

async function membersOf(tenant: Tenant): Promise<object[]> {
  return (await tenant.api.expect<{ members: object[] }>('GET', MEMBERS)).members;
}

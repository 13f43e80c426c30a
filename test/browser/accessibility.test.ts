import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { uploadPhoto } from '../../local/partner/member.ts';
import { INVITES, sendInvite } from '../support/invites.ts';
import { ownedTenant } from '../support/owner.ts';
import {
  baseUrl,
  createModel,
  freshTenant,
  openMember,
  plainPhoto,
  someEmail,
  submittedModel,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { untilLive } from './docs-page.ts';

/** Waits for the heading of a state. While a page loads, its heading is empty. */
async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

describe('axe has no violation to report', () => {
  test('on the page of an invite', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    const { page } = await openWindow();
    await page.goto(sent.link);
    await heading(page, 'invites you');
    await page.getByRole('button', { name: 'Use another address' }).click();
    await expectAccessible(page, 'invitation');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('0 of at least 4').waitFor();
    await expectAccessible(page, 'consent');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'question before everything is erased');
  });

  test('on the pages of mailed links, and of links that have expired', async () => {
    const tenant = await freshTenant();
    const sent = await sendInvite(tenant, someEmail());
    await tenant.api.expect('POST', `${INVITES}/revoke`, { email: sent.input.email });
    const { page, forgive } = await openWindow();
    await page.goto(sent.link);
    await heading(page, 'This invite was withdrawn');
    await expectAccessible(page, 'revoked invite');
    await page.goto(`${baseUrl}/auth/signup?token=unknown`);
    await heading(page, 'Welcome back');
    await expectAccessible(page, 'mailed link');
    await page.goto(`${baseUrl}/auth/signup?confirm=unknown`);
    await heading(page, 'Is this your address?');
    await expectAccessible(page, 'confirmation of an address');
    await page.goto(`${baseUrl}/auth/social?token=unknown&anonymous=1`);
    await heading(page, 'This link has expired');
    await expectAccessible(page, 'expired link');
    await forgive(401);
  });

  test('in the studio while photos are uploaded, and while headshots are made', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    const member = await openMember(model);
    await uploadPlainPhotos(member, 3);
    const notAnImage = { ...(await plainPhoto(200)), bytes: Buffer.from('Not an image at all.') };
    await uploadPhoto(member, notAnImage).catch(() => undefined);
    const { page } = await openWindow();
    await page.goto(model.signedUrl);
    await page.getByText('3 of at least 4').waitFor();
    await expectAccessible(page, 'uploads');

    const submitted = await submittedModel(tenant);
    await page.goto('about:blank');
    await page.goto(submitted.signedUrl);
    await heading(page, /./);
    await expectAccessible(page, 'progress');
  });

  test('in the gallery, and with a headshot enlarged', async () => {
    const tenant = await freshTenant();
    const model = await submittedModel(tenant, { isDevelopment: true });
    await waitForStatus(tenant, model.modelId, 'active');
    const { page } = await openWindow();
    await page.goto(model.signedUrl);
    const open = page.getByRole('button', { name: /^Open headshot/ }).first();
    await open.waitFor();
    await expectAccessible(page, 'gallery');
    await open.click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'enlarged headshot');
  });

  test('on the front page, and for an address that does not exist', async () => {
    const { page, forgive } = await openWindow();
    await page.goto(`${baseUrl}/`);
    await heading(page, /./);
    await expectAccessible(page, 'front page');
    await page.goto(`${baseUrl}/unknown`);
    await heading(page, /./);
    await expectAccessible(page, 'unknown address');
    await forgive(404);
  });

  test('on the docs page with its forms and answers', async () => {
    const { page, forgive } = await openWindow();
    await page.goto(`${baseUrl}/docs`);
    await untilLive(page);
    await page.getByText('Contents', { exact: true }).click();
    // Another size of the window closes the contents.
    await expectAccessible(page, 'whole page, on a phone with its contents');
    await page.goto(`${baseUrl}/docs#v2_teams_deleteTeam`);
    await untilLive(page, 'v2_teams_deleteTeam');
    const section = page.getByRole('article', { name: 'Delete team' }).first();
    await section.getByText('Try it', { exact: true }).click();
    await section.getByText('Response', { exact: true }).click();
    await section.getByRole('textbox', { name: 'teamId' }).fill('team_1');
    await section.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'question before a DELETE', 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await section.getByText('Response 401').waitFor();
    await expectAccessible(page, 'answer', '#v2_teams_deleteTeam');
    await forgive(401);
  });

  test('on the sign-in page of the admin page', async () => {
    const { page, forgive } = await openWindow();
    await page.goto(`${baseUrl}/admin`);
    await heading(page, 'Sign in');
    await page.getByLabel('Your e-mail address').fill(someEmail('.owner'));
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('status').getByText('link').waitFor();
    await page.getByLabel('API key').fill('hsk_live_wrong');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('alert').getByText('not a valid').waitFor();
    await expectAccessible(page, 'sign-in with an answer and an error');
    await page.goto(`${baseUrl}/admin?token=unknown`);
    await heading(page, 'Welcome');
    await expectAccessible(page, 'sign-in link');
    await forgive(401);
  });

  test("on every section of the owner's desk, with and without content", async () => {
    const empty = await ownedTenant();
    const busy = await ownedTenant();
    const model = await submittedModel(busy, { isDevelopment: true });
    await waitForStatus(busy, model.modelId, 'active');
    const { page, tolerate } = await openWindow();
    // A page without an icon asks for /favicon.ico.
    tolerate(/status of 404/);
    for (const { owner } of [empty, busy]) {
      // Not on the admin page, which would store the session of the former owner again while it opens.
      await page.goto(`${baseUrl}/health`);
      const session = owner.bearer ?? '';
      await page.evaluate((bearer) => sessionStorage.setItem('headshots.api-key', bearer), session);
      await page.goto(`${baseUrl}/admin`);
      await heading(page, 'Overview');
      const links = page.getByRole('navigation').getByRole('link');
      const titles = await links.allTextContents();
      expect(titles.length).toBeGreaterThan(1);
      for (const title of titles) {
        await links.filter({ hasText: title }).click();
        await heading(page, title);
        await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
        await expectAccessible(page, `${title}, ${owner === empty.owner ? 'empty' : 'with content'}`);
      }
    }
    await openSection(page, 'Progress');
    await page.getByRole('button', { name: /^Open the page of/ }).click();
    await page.getByRole('complementary').waitFor();
    await expectAccessible(page, 'page of a member in a frame');
  });
});

async function openSection(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: section }).click();
  await heading(page, section);
}

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { findMember } from '../../shared/domain/member/member.ts';
import { failModel } from '../../shared/domain/model/progress.ts';
import { sendInvite } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { joinMember, turnIntoInvited } from '../support/people.ts';
import {
  baseUrl,
  createModel,
  openMember,
  operator,
  someEmail,
  submittedModel,
  uploadPlainPhotos,
  waitForStatus,
} from '../support/tenant.ts';
import { firstUserOf, signedInUser, userToken } from '../support/users.ts';
import { expectAccessible } from './accessible.ts';
import { openDesk, openDeskWith } from './owner-desk.ts';

const WIDE = { width: 1280, height: 900 };

let tenant: OwnedTenant;
let modelId: string;
let email: string;

beforeAll(async () => {
  tenant = await ownedTenant();
  email = someEmail();
  const model = await createModel(tenant, { email, isDevelopment: true });
  modelId = model.modelId;
  const member = await openMember(model);
  await uploadPlainPhotos(member);
  await member.expect('POST', '/api/member/onboarding', { trigger: 'female', name: 'Ada Lace' });
  await waitForStatus(tenant, modelId, 'active');
  await turnIntoInvited(tenant, modelId);
  const { team } = await tenant.api.ask('POST /api/v2/organization/teams', { body: { name: 'Looms' } });
  const request = { path: { teamId: team.id }, body: { emails: [email] } };
  await tenant.api.ask('POST /api/v2/organization/teams/{teamId}/members', request);
}, 180_000);

test('an owner opens a person, chooses a headshot for them, and finds that in the history', async () => {
  const { page } = await openDesk(tenant, 'members');
  await page.setViewportSize(WIDE);
  await page.getByRole('link', { name: 'Ada Lace' }).click();
  const name = page.getByRole('heading', { name: 'Ada Lace' });
  await name.waitFor();
  await page.getByText('The headshots are ready. None is chosen yet.').waitFor();
  expect(await page.getByRole('navigation').locator('a[aria-current]').textContent()).toBe('Members');
  const headshots = page.getByRole('button', { name: /^Open headshot/ });
  await headshots.nth(1).waitFor();
  await expectAccessible(page, 'person');

  await headshots.nth(2).click();
  const large = page.getByRole('dialog', { name: 'Headshot' });
  await large.getByText(`Looms · ${email}`).waitFor();
  // Who was not invited gets no mail.
  expect(await large.getByText('They are told by mail').count()).toBe(0);
  const photo = large.getByRole('img', { name: 'Ada Lace' });
  expect((await photo.boundingBox())?.height).toBeGreaterThan(WIDE.height / 2);
  await expectAccessible(page, 'headshot of a person, large');
  await large.getByRole('button', { name: 'Choose for this person' }).click();
  await page.getByRole('img', { name: 'The chosen headshot of Ada Lace' }).waitFor();
  await page.getByText('Headshot chosen', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open headshot 3, which is chosen' }).waitFor();
  const history = page.getByRole('region', { name: 'History' });
  const chosen = history.getByRole('listitem').filter({ hasText: 'a headshot was chosen for a person' });
  await chosen.getByText(firstUserOf(tenant).email).waitFor();
  expect(await history.textContent()).not.toMatch(/mem_|mdl_/);

  // The page has an address of its own.
  await page.reload();
  await name.waitFor();
  await history.getByRole('link', { name: 'In the audit trail' }).click();
  await page.getByText('Only what concerns Ada Lace.').waitFor();
  await page.getByLabel('What').selectOption({ label: 'Headshots' });
  await expect
    .poll(() => page.getByRole('region', { name: 'Entries' }).getByRole('listitem').count())
    .toBe(1);
  await expectAccessible(page, 'audit trail of a person');
  const save = page.getByRole('button', { name: 'Download CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/);
  const [, line, ...others] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(others).toEqual([]);
  expect(line).toContain(`,Ada Lace,${firstUserOf(tenant).email},`);
  await page.goBack();
  await name.waitFor();
  await page.getByRole('link', { name: 'Members' }).last().click();
  await page.getByRole('searchbox').waitFor();
});

test('a person who was invited, one who signed up and one whose headshots failed can each be helped', async () => {
  const sent = await sendInvite(tenant, someEmail());
  const invited = sent.input.email;
  const signedUp = await joinMember(tenant, { name: 'Bo Early' });
  const failed = await submittedModel(tenant, { isDevelopment: true });
  const input = { organizationId: tenant.organizationId, modelId: failed.modelId, run: 1 };
  await failModel(operator, input, 1, { isFinal: true });

  const { page } = await openDesk(tenant, 'invites');
  await page.getByRole('link', { name: invited }).click();
  await page.getByText('Has an invite, and has not signed up yet.').waitFor();
  expect(page.url()).not.toContain(sent.id);
  await page.getByRole('button', { name: 'Send the invite again' }).click();
  await page.getByText(`The invite to ${invited} was sent again.`).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'sent again' }).waitFor();
  await expectAccessible(page, 'invited person');

  await page.goto(`${baseUrl}/admin#/person/${signedUp.id}`);
  await page.getByRole('heading', { name: 'Bo Early' }).waitFor();
  expect(await page.getByRole('link', { name: 'Write a reminder' }).getAttribute('href')).toContain(
    'mailto:',
  );

  await page.goto(`${baseUrl}/admin#/models`);
  const row = page.getByRole('row').filter({ hasText: 'Did not work' });
  await row.getByRole('link').click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  // The headshots are a test.
  expect(await page.getByText('Costs a credit').count()).toBe(0);
  await again.click();
  await page.getByText('The headshots are being made once more.').waitFor();
  await page
    .getByText('Being made', { exact: true })
    .or(page.getByText('Headshots ready', { exact: true }))
    .waitFor();

  await page.goto(`${baseUrl}/admin#/person/${signedUp.id}`);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByLabel(`Type ${signedUp.email} to confirm`).fill(signedUp.email);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('searchbox').waitFor();
  expect(await findMember(operator, tenant.organizationId, signedUp.id)).toBeUndefined();
});

test('a viewer sees the headshots and can do nothing, and a key without the right reads why there are none', async () => {
  const { user } = await signedInUser(operator, tenant.organizationId, 'viewer');
  const { page } = await openDeskWith(await userToken(operator, user), `person/${modelId}`);
  await page.getByRole('button', { name: /^Open headshot 1(,|$)/ }).click();
  await page.getByRole('button', { name: 'Download' }).waitFor();
  expect(await page.getByRole('button', { name: 'Choose for this person' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByText('Managers and owners can remind people').waitFor();
  await page.getByText('Owners who sign in by e-mail see here').waitFor();
  expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);

  const { apiKey } = await tenant.owner.ask('POST /api/admin/keys', {
    body: { name: 'People', scopes: ['team:read', 'organization:read'] },
  });
  const window = await openDeskWith(apiKey, `person/${modelId}`);
  await window.page.getByText('This API key may not see headshots').waitFor();
  await window.forgive(403);
});

test('the page of a person shows by itself that the headshots are ready', async () => {
  const desk = await openDesk(tenant, 'overview');
  let isReady = false;
  await desk.page.route(`**/api/admin/people/${modelId}`, async (route) => {
    const response = await route.fetch();
    const person = (await response.json()) as { model: object };
    const model = { ...person.model, ...(!isReady && { status: 'pending' }) };
    await route.fulfill({ response, json: { ...person, model } });
  });
  await desk.goTo(`person/${modelId}`);
  await desk.sees('The headshots are being made. There is nothing to do.');
  isReady = true;
  await desk
    .button(/^Open headshot/)
    .first()
    .waitFor();
});

test('the page of a person is in German, too', async () => {
  const { page } = await openDesk(tenant, `person/${modelId}`, { locale: 'de', colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Ada Lace' }).waitFor();
  await page.getByRole('heading', { name: 'Verlauf' }).waitFor();
  await page.getByRole('button', { name: /^Porträt 1 öffnen/ }).waitFor();
  await expectAccessible(page, 'person in German, dark');
});

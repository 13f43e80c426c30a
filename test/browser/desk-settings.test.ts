import { describe, expect, test } from 'vitest';
import type { StyleChoice } from '../../shared/contract/styles.ts';
import { sendInvite } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { baseUrl, operator, someEmail, until } from '../support/tenant.ts';
import { firstUserOf, userToken } from '../support/users.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow } from './browser.ts';
import { type Desk, openDesk } from './owner-desk.ts';
import { Screen } from './screen.ts';

const SETTINGS = '/api/admin/organization';
const WIDE = { width: 1280, height: 900 };

interface Settings {
  name: string;
  website: string;
  uploadRetentionDays: number;
  whiteLabelConsent: boolean;
  photosBy: string | null;
  styles: object | null;
}

async function settingsOf({ owner }: OwnedTenant): Promise<Settings> {
  return (await owner.expect<{ settings: Settings }>('GET', SETTINGS)).settings;
}

/** Opens the settings, and collects the bodies that the page saves. */
async function openSettings(tenant: OwnedTenant): Promise<Desk & { saved: unknown[] }> {
  const desk = await openDesk(tenant, 'settings');
  await desk.page.setViewportSize(WIDE);
  const saved: unknown[] = [];
  desk.page.on('request', (request) => {
    const isOfSettings = new URL(request.url()).pathname === SETTINGS;
    if (request.method() === 'PUT' && isOfSettings) saved.push(request.postDataJSON());
  });
  await desk.page.getByLabel('Days for which').waitFor();
  return Object.assign(desk, { saved });
}

describe('the settings of an organization', () => {
  test('a changed retention is stored, and only that field is sent', async () => {
    const tenant = await ownedTenant();
    const { page, saved } = await openSettings(tenant);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You have changed nothing.').waitFor();
    await page.getByLabel('Days for which').fill('7');
    await page.getByText('This counts for headshots that become ready from now on.').waitFor();
    await expectAccessible(page, 'changed retention');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(saved).toEqual([{ uploadRetentionDays: 7 }]);
    expect((await settingsOf(tenant)).uploadRetentionDays).toBe(7);
    await page
      .getByText('This counts for headshots that become ready from now on.')
      .waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Days for which').waitFor();
    expect(await page.getByLabel('Days for which').inputValue()).toBe('7');
  });

  test('the day by which photos are wanted is on the sign-up page and beside the photos, until it is taken away', async () => {
    const tenant = await ownedTenant();
    const { page, saved } = await openSettings(tenant);
    const save = async (photosBy: string) => {
      await page.getByLabel('Photos by').fill(photosBy);
      await page.getByRole('button', { name: 'Save' }).click();
      await until(async () => (await settingsOf(tenant)).photosBy === (photosBy || null), 'the day');
    };
    await page.getByLabel('Photos by').fill('2026-01-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await save('2126-02-28');
    const { link } = await sendInvite(tenant, someEmail());
    const member = await openWindow();
    await member.page.goto(link);
    await member.page.getByText('Please send your photos by February 28, 2126.').waitFor();
    await member.page.getByRole('button', { name: 'Start' }).click();
    await member.page.getByText('Please send them by February 28, 2126.').waitFor();
    await save('');
    await member.page.reload();
    await member.page.getByRole('heading', { name: 'Your photos' }).first().waitFor();
    expect(await member.page.getByText('Please send them by').count()).toBe(0);
    expect(saved).toEqual([{ photosBy: '2126-02-28' }, { photosBy: null }]);
  });

  test('changes that were not saved are lost after a question only, in the desk, at a sign-out and at the end of the tab', async () => {
    const tenant = await ownedTenant();
    const desk = await openSettings(tenant);
    const { page, saved } = desk;
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Acme');
    await desk.follow('Branding');
    await desk.press('Cancel');
    await desk.seesHeading('Settings');
    expect([await name.inputValue(), new URL(page.url()).hash]).toEqual(['Acme', '#/settings']);
    const asked = page.waitForEvent('dialog');
    const closed = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closed;
    await desk.follow('Branding');
    await desk.confirm('Leave');
    await desk.seesHeading('Branding');
    await desk.pick('Serif');
    await page.goBack();
    await desk.confirm('Leave');
    await desk.seesHeading('Settings');
    await desk.follow('Overview');
    await desk.seesHeading('Overview');
    await desk.follow('Branding');
    await desk.pick('Serif');
    await desk.signOut();
    await desk.press('Cancel');
    await desk.seesHeading('Branding');
    await desk.signOut();
    await desk.confirm('Leave');
    await desk.seesHeading('Sign in');
    expect(saved).toEqual([]);
  });

  test('consent and styles say what follows, and are stored', async () => {
    const tenant = await ownedTenant();
    const { page, saved } = await openSettings(tenant);
    const consent = page.getByRole('checkbox', { name: 'People of your own pages agree' });
    await consent.check();
    await page.getByText('are asked before their next upload').waitFor();
    const backdrops = page.getByRole('group', { name: 'Backdrops' });
    await backdrops.getByRole('radio', { name: 'Only these' }).check();
    for (const name of ['Slate', 'Sage', 'Charcoal', 'Garden', 'Deep blue', 'Warm white', 'Light grey'])
      await backdrops.getByRole('checkbox', { name }).uncheck();
    await page.getByText('What is kept, and how long').click();
    await page.getByText('24 hours').waitFor();
    await expectAccessible(page, 'styles and what is kept');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(saved).toEqual([{ whiteLabelConsent: true, styles: { backdrops: ['office'] } }]);
    expect(await settingsOf(tenant)).toMatchObject({
      whiteLabelConsent: true,
      styles: { backdrops: ['office'] },
    });
    await consent.uncheck();
    await page.getByText('Make sure that you can prove the consent').waitFor();
  });

  test('outfits are shown where the provider changes them, and kept where it does not', async () => {
    const styles: StyleChoice = { outfits: ['knitwear'] };
    const generating = await openSettings(await ownedTenant({ provider: 'http', styles }));
    await generating.page.getByRole('group', { name: 'Outfits' }).waitFor();

    const tenant = await ownedTenant({ provider: 'studio', styles });
    const { page, saved } = await openSettings(tenant);
    await page.getByRole('group', { name: 'Backdrops' }).waitFor();
    expect(await page.getByText('Outfits').count()).toBe(0);
    await page.getByLabel('Days for which').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(saved).toEqual([{ uploadRetentionDays: 7 }]);
    expect((await settingsOf(tenant)).styles).toEqual(styles);
  });

  test('what another user has changed meanwhile is kept, and shown after saving', async () => {
    const tenant = await ownedTenant();
    const { page, saved } = await openSettings(tenant);
    await page.getByRole('textbox', { name: 'Website' }).fill('https://mine.test');
    await tenant.owner.expect('PUT', SETTINGS, { name: 'Renamed Elsewhere', uploadRetentionDays: 14 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('What another user has changed meanwhile is kept.').waitFor();
    expect(saved).toEqual([{ website: 'https://mine.test' }]);
    expect(await settingsOf(tenant)).toMatchObject({
      name: 'Renamed Elsewhere',
      website: 'https://mine.test',
      uploadRetentionDays: 14,
    });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed Elsewhere');

    await tenant.owner.expect('PUT', SETTINGS, { uploadRetentionDays: 90 });
    await page.getByLabel('Days for which').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Overwrite the change of another user?' });
    await question.getByText('Days for uploaded photos').waitFor();
    await expectAccessible(page, 'question before a change of another user is overwritten', 'dialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await settingsOf(tenant)).uploadRetentionDays).toBe(90);
    await page.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save mine' }).click();
    await until(
      async () => (await settingsOf(tenant)).uploadRetentionDays === 1,
      'the overwritten retention',
    );
  });

  test('what was typed is still there when the user signs in again after the session has ended', async () => {
    const tenant = await ownedTenant();
    const desk = await openSettings(tenant);
    const { page, saved } = desk;
    await page.getByLabel('Name', { exact: true }).fill('Renamed Late');
    await tenant.owner.expect('DELETE', '/api/admin/session');
    await desk.press('Sign out');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await desk.sees('Your API key or session is no longer valid. Sign in again.');
    await desk.forgive(401);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await desk.fill('API key', await userToken(operator, firstUserOf(tenant)));
    await desk.press('Open');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed Late');
    await desk.save();
    expect(saved).toEqual([{ name: 'Renamed Late' }]);
  });

  test('what was typed in a tab is still there when another one has found that the session has ended', async () => {
    const tenant = await ownedTenant();
    const desk = await openSettings(tenant);
    const name = desk.page.getByLabel('Name', { exact: true });
    await name.fill('Renamed Late');
    const tab = await desk.context.newPage();
    await tab.goto(`${baseUrl}/admin`);
    const other = new Screen(desk.window, tab);
    await other.button('Sign out').waitFor();
    await tenant.owner.expect('DELETE', '/api/admin/session');
    await tab.reload();
    await desk.sees('Your API key or session is no longer valid. Sign in again.');
    await other.fill('API key', await userToken(operator, firstUserOf(tenant)));
    await other.press('Open');
    await name.waitFor();
    expect(await name.inputValue()).toBe('Renamed Late');
  });

  test('an error of the service is shown in words beside the button below, in German as well', async () => {
    const desk = await openSettings(await ownedTenant());
    const { page } = desk;
    await desk.press('Deutsch');
    await desk.pick('Nur diese Websites');
    await desk.fill('Erlaubte Websites, eine je Zeile', 'ftp://app.example.com');
    await desk.press('Speichern');
    const alert = page
      .getByRole('alert')
      .getByText(/^Wer deine Seiten zeigen darf: Gib in jeder Zeile eine Herkunft .+ ohne Pfad\.$/);
    await alert.waitFor();
    expect(await alert.evaluate((shown) => shown.getBoundingClientRect().top)).toBeGreaterThan(0);
    await desk.forgive(400);
  });
});

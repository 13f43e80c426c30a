import { expect, test } from 'vitest';
import { sendInvite } from '../support/invites.ts';
import { MEMBERS } from '../support/people.ts';
import { freshTenant, someEmail } from '../support/tenant.ts';
import { openWindow } from './browser.ts';

test('the consent can be read in both languages before and after it is given, and withdrawn there', async () => {
  const tenant = await freshTenant();
  const sent = await sendInvite(tenant, someEmail());
  const window = await openWindow();
  const { page } = window;
  await page.goto(sent.link);
  await page.route(/member\/consent\?/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const topic of ['Purpose:', 'Provider:', 'Retention:', 'Withdrawal:'])
    await page.getByText(topic).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  for (const topic of ['Zweck:', 'Anbieter:', 'Speicherdauer:', 'Widerruf:'])
    await page.getByText(topic).waitFor();
  // Nothing can be added before, and the button leads to the agreement.
  const agreement = page.getByRole('checkbox', { name: 'Ich bin einverstanden' });
  await page.getByRole('button', { name: 'Stimme der Verwendung deiner Fotos zu' }).press('Enter');
  expect(await agreement.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.locator('section[inert]', { hasText: 'Fotos auswählen' }).waitFor();
  const error = "The field 'version' is not valid: the current version is 2.";
  const older = { status: 400, json: { success: false, code: 'INVALID_REQUEST', error } };
  await page.route('**/member/consent', (route) => route.fulfill(older), { times: 1 });
  const newer = page.waitForResponse(/member\/consent\?/);
  await agreement.click();
  await newer;
  const changed = page.getByRole('alert').getByText('Der Text hat sich geändert');
  await changed.waitFor();
  expect(await changed.evaluate((shown) => shown.getBoundingClientRect().top)).toBeGreaterThan(0);
  // It goes when the consent is stored, which a check would take for a failure.
  await agreement.click();
  await page.locator('section:not([inert])', { hasText: 'Fotos auswählen' }).waitFor();
  await page.getByRole('button', { name: '4 Fotos hinzufügen' }).waitFor();

  const { members } = await tenant.api.expect<{ members: object[] }>('GET', MEMBERS);
  expect(members).toMatchObject([{ consent: { language: 'de' } }]);
  await page.reload();
  await page.getByRole('button', { name: '4 Fotos hinzufügen' }).waitFor();
  expect(await page.locator('.agree input').count()).toBe(0);

  await page.getByRole('button', { name: 'Deine Einwilligung' }).click();
  const given = page.getByRole('dialog', { name: 'Deine Einwilligung' });
  await given.getByText('Widerruf:').waitFor();
  await given.getByText(/^Du hast am \d+\. \p{L}+ \d{4} zugestimmt\.$/u).waitFor();
  await given.getByRole('button', { name: 'Widerrufen und alles löschen' }).click();
  const question = page.getByRole('dialog', { name: 'Alles löschen?' });
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: '4 Fotos hinzufügen' }).waitFor();
  await window.forgive(503);
  await window.forgive(400);
});

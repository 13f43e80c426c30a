import { expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import { startReceiver } from '../../local/partner/receiver.ts';
import { baseUrl, freshTenant, someEmail } from '../support/tenant.ts';
import { openWindow } from './browser.ts';
import { mailedSignInLink } from './sign-in-link.ts';

test('an owner gets from the mail with the link to a test webhook that their server verifies', async () => {
  const ownerEmail = someEmail('.journey');
  await freshTenant({ ownerEmail });
  const server = await startReceiver();
  const { page } = await openWindow();
  await page.goto(`${baseUrl}/admin`);
  await page.getByLabel('Your e-mail address').fill(ownerEmail);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.goto(await mailedSignInLink(ownerEmail));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('URL of your server').fill(server.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'The new secret' }).inputValue();

  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption({ label: 'Photos ready' });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The receiver answered 200.').waitFor();
  const [webhook] = server.received;
  expect(server.received).toHaveLength(1);
  const { body = '', headers = {} } = webhook ?? {};
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ event: 'model.photos_ready' });
  await expect(verifyWebhook(body.replace('model', 'Model'), headers, secret)).rejects.toThrow();

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('main').locator('li, tr').filter({ hasText: 'Photos ready' }).waitFor();
});

import { expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { choose, drawnPortraits, waitingModel } from './upload-page.ts';

const PORTRAITS = 5;

test('headshots are begun only once the service has removed a photo that the member removed', async () => {
  const { signedUrl } = await waitingModel();
  const { page } = await openWindow();
  const calls: string[] = [];
  const mayRemove = Promise.withResolvers<void>();
  await page.route('**/api/member/uploads/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    await mayRemove.promise;
    const response = await route.fetch();
    calls.push('removed');
    await route.fulfill({ response });
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/member/onboarding')) calls.push('begun');
  });
  await page.goto(signedUrl);
  await choose(page, await drawnPortraits(PORTRAITS));
  await page.getByText(`${PORTRAITS} of up to 25`).waitFor();
  await page.getByRole('radio', { name: 'Female' }).check();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.getByText(`${PORTRAITS - 1} of up to 25`).waitFor();
  const submit = page.getByRole('button', { name: 'Make my headshots' });
  await submit.click();
  // The button is disabled while the removal is awaited.
  await expect.poll(() => submit.isDisabled()).toBe(true);
  mayRemove.resolve();
  await submit.waitFor({ state: 'detached' });
  expect(calls).toEqual(['removed', 'begun']);
});

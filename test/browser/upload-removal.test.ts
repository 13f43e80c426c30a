import { expect, test } from 'vitest';
import { drawnPortraits, openStudio } from './upload-page.ts';

const PORTRAITS = 5;

test('removing a photo does not scroll, and headshots are begun only once the service has removed it', async () => {
  const studio = await openStudio();
  const { page } = studio;
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
  await studio.choose(...(await drawnPortraits(PORTRAITS)));
  await studio.accepts(PORTRAITS);
  await studio.pick('Female');
  // Removing a photo moves the focus to the file input, which is scrolled out of view here.
  const removal = studio.button(`Remove portrait-${PORTRAITS - 1}.jpg`);
  const scrolled = () => page.evaluate(() => scrollY);
  await removal.evaluate((button) => button.scrollIntoView());
  const before = await scrolled();
  await removal.click();
  expect(await scrolled()).toBe(before);
  await studio.accepts(PORTRAITS - 1);
  const submit = studio.button('Make my headshots');
  await submit.click();
  // The button is disabled while the removal is awaited.
  await expect.poll(() => submit.isDisabled()).toBe(true);
  mayRemove.resolve();
  await submit.waitFor({ state: 'detached' });
  expect(calls).toEqual(['removed', 'begun']);
});

import { describe, expect, test } from 'vitest';
import { baseUrl } from '../support/tenant.ts';
import { openWindow } from './browser.ts';

describe('the front page', () => {
  test('speaks to members, owners and partners, and leads to sign-in and the API reference', async () => {
    const { page } = await openWindow();
    await page.goto(baseUrl);
    for (const audience of ['For members', 'For owners', 'For partners'])
      await page.getByText(audience, { exact: true }).waitFor();
    expect(await page.locator('#members ol > li').count()).toBe(4);
    await page.getByText(`${baseUrl}/api/v2/organization/whitelabel/model/create`).waitFor();

    await page.getByRole('link', { name: 'Sign in as an owner' }).click();
    await page.getByLabel('API key').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.goBack();
    await page.getByRole('link', { name: 'Read the API reference' }).first().click();
    await page.getByRole('heading', { name: 'Headshots API' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs');
  });

  test('is complete in German, and keeps the language on the page of unknown addresses', async () => {
    const window = await openWindow({ colorScheme: 'dark' });
    const { page } = window;
    await page.goto(baseUrl);
    await page.getByRole('banner').getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Studioporträts für alle. Ohne Studio.' }).waitFor();
    expect(await page.title()).toBe('Headshots · Studioporträts für alle');
    for (const sentence of ['For members', 'Sign in', 'Read the API'])
      expect(await page.getByText(sentence).count()).toBe(0);
    await page.goto(`${baseUrl}/nowhere`);
    await page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor();
    await window.forgive(404);
  });

  test('does not scroll sideways on a narrow phone', async () => {
    const window = await openWindow();
    await window.page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/', '/nowhere']) {
      await window.page.goto(baseUrl + path);
      await window.page.getByRole('heading', { level: 1 }).waitFor();
      const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await window.page.evaluate(overhang)).toBe(0);
    }
    await window.forgive(404);
  });
});

describe('an unknown address', () => {
  test('answers a browser with a page of status 404 that leads home', async () => {
    const window = await openWindow();
    const { page } = window;
    const response = await page.goto(`${baseUrl}/auth/nothing`);
    expect(response?.status()).toBe(404);
    expect(response?.headers()['content-type']).toContain('text/html');
    await page.getByText('This page does not exist').waitFor();
    await page.getByRole('link', { name: 'Go to the front page' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Studio headshots for everyone. No studio.' })
      .waitFor();
    await window.forgive(404);
  });

  test('answers a program with the envelope, and so does the API to a browser', async () => {
    const answers = [
      await fetch(`${baseUrl}/auth/nothing`),
      await fetch(`${baseUrl}/auth/nothing`, { method: 'POST', headers: { Accept: 'text/html' } }),
      await fetch(`${baseUrl}/api/v2/nothing`, { headers: { Accept: 'text/html' } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    }
  });
});

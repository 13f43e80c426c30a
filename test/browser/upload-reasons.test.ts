import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { UPLOAD_REASON_CODES } from '../../shared/contract/upload-reason-codes.ts';
import { reasons } from '../../web/text/reasons.ts';
import { openWindow } from './browser.ts';
import { drawnPortraits, openStudio, transfersOf, waitingModel } from './upload-page.ts';

const portraits = await drawnPortraits(4);

describe('the upload page tells what is wrong with a photo, and what is missing', () => {
  for (const language of ['en', 'de'] as const) {
    test(`tells for every reason in ${language} why a photo was refused, and what to do`, async () => {
      const { signedUrl } = await waitingModel();
      const { page } = await openWindow({ locale: language });
      const refused = [...UPLOAD_REASON_CODES, 'yet-unknown'].map((reasonCode, index) => ({
        id: `u${index}`,
        status: 'refused',
        reason: `Sentence ${index} of the service.`,
        reasonCode,
      }));
      await page.route(
        (url) => url.pathname === '/api/member',
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), uploads: refused } });
        },
      );
      await page.goto(signedUrl);
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('button') });
      await rows.first().waitFor();
      expect(await rows.count()).toBe(refused.length);
      for (const [index, code] of UPLOAD_REASON_CODES.entries()) {
        const { title, advice } = reasons[language][code];
        const row = await rows.nth(index).innerText();
        expect(row).toContain(title);
        expect(row).toContain(advice);
      }
      expect(await rows.last().innerText()).toContain(`Sentence ${refused.length - 1} of the service.`);
      await page.getByText(language === 'de' ? '0 von mindestens 4' : '0 of at least 4').waitFor();
    });
  }

  test('refuses files by their content before anything is sent', async () => {
    const studio = await openStudio();
    const transfers = transfersOf(studio.page);
    const small = await sharp({ create: { width: 700, height: 400, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    await studio.choose(
      { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not an image at all.') },
      { name: 'moving.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('GIF89a and more') },
      { name: 'small.png', mimeType: 'image/png', buffer: small },
    );
    for (const [name, code] of [
      ['empty.jpg', 'empty'],
      ['notes.jpg', 'not-an-image'],
      ['moving.jpg', 'unsupported-format'],
      ['small.png', 'too-few-pixels'],
    ] as const) {
      await studio.entry(name).sees(reasons.en[code].title);
    }
    await studio.press('Remove empty.jpg', 'Remove the 3 that cannot be used');
    await studio.button('Add 4 photos').waitFor();
    expect(await studio.button(/^Remove/).count()).toBe(0);
    expect(transfers).toEqual([]);
  });

  test('replaces a refused photo by another one', async () => {
    const studio = await openStudio();
    await studio.choose({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not an image.') });
    await studio.replace('Replace notes.jpg', ...portraits.slice(0, 1));
    await studio.accepts(1);
    expect(await studio.place.getByText('notes.jpg').count()).toBe(0);
  });

  test('leads to what is missing by a press of the button', async () => {
    const studio = await openStudio();
    const { page } = studio;
    await studio.button('Add 4 photos').press('Enter');
    await page.locator('#choose:focus').waitFor();
    await studio.choose(...portraits);
    await studio.button('Choose how to portray you').press('Enter');
    await page.locator('input[type=radio]:focus').waitFor();
    await page.keyboard.press('Space');
    const submit = studio.button('Make my headshots');
    await submit.waitFor();
    expect(await submit.getAttribute('aria-disabled')).toBe('false');
  });
});

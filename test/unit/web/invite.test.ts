import { expect, test, vi } from 'vitest';
import { longDate, websiteOf } from '../../../web/studio/invite.ts';

test('the website of an organization becomes a link only when it is a web address', () => {
  expect(websiteOf('https://garden.example/about')?.host).toBe('garden.example');
  expect(websiteOf('http://garden.example')?.href).toBe('http://garden.example/');
  for (const text of ['', 'garden.example', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'])
    expect(websiteOf(text)).toBeUndefined();
});

test('the expiry of an invite is written as in the language of the page', () => {
  expect(longDate('2026-12-22T12:00:00.000Z', 'en')).toBe('December 22, 2026');
  expect(longDate('2026-12-22T12:00:00.000Z', 'de')).toBe('22. Dezember 2026');
});

test('a day is the same in every time zone', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  expect(longDate('2026-12-22', 'en')).toBe('December 22, 2026');
  expect(format).toHaveBeenCalledWith('en', { dateStyle: 'long', timeZone: 'UTC' });
  format.mockRestore();
});

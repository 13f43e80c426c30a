import { expect, test } from 'vitest';
import { builtPage } from '../../../scripts/build/inline-pages.ts';
import { pageHead } from '../../../scripts/build/page-head.ts';

const headOf = (html: string) => html.slice(0, html.indexOf('<style>'));

test.each([
  ['front', '{ORIGIN}/'],
  ['docs', '{ORIGIN}/docs'],
  ['admin', '{ORIGIN}/admin'],
])('the page %s has its one address and what a link to it shows', async (name, address) => {
  const head = headOf((await builtPage(name)).html);
  const [, title] = /<title>(.+)<\/title>/.exec(head) ?? [];
  expect(head).toContain(`<link rel="canonical" href="${address}">`);
  expect(head).toContain(`<meta property="og:url" content="${address}">`);
  expect(head).toContain(`<meta property="og:title" content="${title}">`);
  expect(head).toMatch(/<meta property="og:description" content=".{40,}">/);
  expect(head).toContain('<meta property="og:image" content="{ORIGIN}/share.png">');
  expect(head).not.toContain('noindex');
});

test.each(['studio', 'missing'])('search engines do not list the page %s', async (name) => {
  const head = headOf((await builtPage(name)).html);
  expect(head).toContain('<meta name="robots" content="noindex">');
  expect(head).not.toMatch(/canonical|og:/);
});

test.each(['front', 'docs', 'admin', 'studio', 'missing'])(
  'the page %s is HTML without a character that HTML forbids, with a word for browsers without JavaScript',
  async (name) => {
    const { html } = await builtPage(name);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
    expect(html).not.toMatch(/[\x00-\x08\x0b\x0e-\x1f]/);
    expect(html).toMatch(/<noscript>[^<]{30,}/);
    const [, icon = ''] = /<link rel="icon" href="([^"]+)">/.exec(html) ?? [];
    expect(icon).not.toContain(' ');
    expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg\+xml,<svg .+<\/svg>$/);
  },
);

test('a page that search engines may list needs a title and a description', () => {
  expect(() => pageHead('front', '<title>Headshots</title>')).toThrow('description');
});

import { expect, test } from 'vitest';
import { builtPage } from '../../../scripts/build/inline-pages.ts';
import { openApiDocument } from '../../../shared/contract/openapi/document.ts';
import { endpoints } from '../../../shared/contract/registry.ts';

const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));

test('the reference has every endpoint in its HTML, with the mark of the origin in its commands', async () => {
  const { html } = await builtPage('docs');
  const text = bodyOf(html).replaceAll('<wbr/>', '');
  const { paths } = openApiDocument(endpoints, { url: '', description: '' });
  expect(Object.keys(paths).filter((path) => !text.includes(path))).toEqual([]);
  expect(text.includes("curl -X POST '{ORIGIN}/api/v2/organization/invites'")).toBe(true);
});

test('a page that the build renders has no style attribute, which its Content-Security-Policy refuses, and no form', async () => {
  for (const name of ['front', 'docs']) {
    const body = bodyOf((await builtPage(name)).html);
    expect(body.length).toBeGreaterThan(20_000);
    expect(/<[^>]+ style=|<form/.exec(body)).toBeNull();
  }
});

test('the page of the front has valid data URLs: no space, and no bracket', async () => {
  const body = bodyOf((await builtPage('front')).html);
  const sources = Array.from(body.matchAll(/<img [^>]*src="([^"]+)"/g), ([, source]) => source);
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) expect(source).toMatch(/^data:image\/svg\+xml,[^\s<>#]+$/);
});

test('a page without a built.tsx is rendered in the browser', async () => {
  expect(bodyOf((await builtPage('studio')).html)).not.toContain('id="page"');
});

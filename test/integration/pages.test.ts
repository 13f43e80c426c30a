import { expect, test } from 'vitest';
import { pages } from '../../shared/contract/registry.ts';
import { baseUrl } from '../support/tenant.ts';

test.each(pages.map(({ path, uploads }) => [path, uploads ? 'camera=(self)' : 'camera=()']))(
  'the page %s is served as HTML, with policies that deny by default, and %s',
  async (path, camera) => {
    const response = await fetch(baseUrl + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('permissions-policy')?.split(', ')).toContain(camera);
    expect(await response.text()).toContain('<!doctype html>');
  },
);

test('a browser that opens an unknown path gets a page with the headers of pages, and anything else the envelope', async () => {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const open = (path: string, method = 'GET') => fetch(baseUrl + path, { method, headers });
  const page = await open('/nothing/here');
  expect(page.status).toBe(404);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'permissions-policy': expect.stringContaining('camera=()'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await page.text()).toContain('<title>Page not found</title>');
  const head = await open('/nothing/here', 'HEAD');
  const type = page.headers.get('content-type');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([404, type, '']);
  const others = [fetch(`${baseUrl}/nothing`), open('/api/v2/nothing'), open('/nothing', 'POST')];
  for (const response of await Promise.all(others)) {
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  }
});

test('embed.js is served as a script that caches keep, to pages of any origin, and again only when it has changed', async () => {
  const first = await fetch(`${baseUrl}/embed.js`, { headers: { Origin: 'https://partner.test' } });
  expect(first.status).toBe(200);
  expect(await first.text()).toContain('headshots-studio');
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'content-encoding': 'gzip',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = (tag: string) => fetch(`${baseUrl}/embed.js`, { headers: { 'If-None-Match': tag } });
  for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const second = await again(tag);
    expect([second.status, await second.text()], tag).toEqual([304, '']);
  }
  for (const tag of ['"other"', etag.replace('W/"', 'W/"x')]) {
    const other = await again(tag);
    expect([other.status, other.headers.get('etag')], tag).toEqual([200, etag]);
  }
});

test('the API reference is served as Markdown, with an index for language models that leads to it', async () => {
  const index = await fetch(`${baseUrl}/llms.txt`);
  expect(index.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [, path = ''] = /\[Reference\]\((\S+)\)/.exec(await index.text()) ?? [];
  const reference = await fetch(new URL(path, baseUrl));
  expect(reference.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await reference.text()).toContain('### GET /api/v2/organization/models\n');
});

test('robots.txt leads crawlers to a map of the public pages, which name the same addresses as their own', async () => {
  const robots = await (await fetch(`${baseUrl}/robots.txt`)).text();
  expect(robots).toContain('Disallow: /api/\nAllow: /api/openapi.json\n');
  const [, map = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  const sitemap = await fetch(map);
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const found = (await sitemap.text()).matchAll(/<loc>(.+)<\/loc>/g);
  const addresses = Array.from(found, ([, address]) => String(address));
  expect(addresses.toSorted()).toEqual([`${baseUrl}/`, `${baseUrl}/admin`, `${baseUrl}/docs`]);
  for (const address of addresses) {
    const html = await (await fetch(address)).text();
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    expect(html).toContain(`<meta property="og:url" content="${address}">`);
  }
});

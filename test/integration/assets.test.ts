import { expect, test } from 'vitest';
import { baseUrl } from '../support/tenant.ts';

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
  for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const second = await fetch(`${baseUrl}/embed.js`, { headers: { 'If-None-Match': tag } });
    expect([second.status, await second.text()], tag).toEqual([304, '']);
  }
  for (const tag of ['"other"', etag.replace('W/"', 'W/"x')]) {
    const other = await fetch(`${baseUrl}/embed.js`, { headers: { 'If-None-Match': tag } });
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
  const addresses = Array.from(
    (await sitemap.text()).matchAll(/<loc>(.+)<\/loc>/g),
    ([, address]) => address,
  );
  expect(addresses.toSorted()).toEqual([`${baseUrl}/`, `${baseUrl}/docs`]);
  for (const address of addresses) {
    const html = await (await fetch(String(address))).text();
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    expect(html).toContain(`<meta property="og:url" content="${address}">`);
  }
});

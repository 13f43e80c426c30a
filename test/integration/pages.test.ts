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

const asBrowser = (path: string, method = 'GET') =>
  fetch(baseUrl + path, { method, headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

test('a browser that opens an unknown path gets a page with the status 404 and the headers of pages', async () => {
  const response = await asBrowser('/nothing/here');
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.get('permissions-policy')).toContain('camera=()');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).toContain('<title>Page not found</title>');
  const head = await asBrowser('/nothing/here', 'HEAD');
  expect([head.status, await head.text()]).toEqual([404, '']);
});

test.each([
  ['a program', () => fetch(`${baseUrl}/nothing`)],
  ['a browser at an unknown path of the API', () => asBrowser('/api/v2/nothing')],
  ['a form of a browser', () => asBrowser('/nothing', 'POST')],
])('%s gets the envelope for an unknown path', async (_caller, request) => {
  const response = await request();
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
});

import { describe, expect, test } from 'vitest';
import { assets, endpoints, pages } from '../../shared/contract/registry.ts';
import { baseUrl } from '../support/tenant.ts';

const paths = [...endpoints.filter(({ method }) => method === 'GET'), ...pages, ...assets]
  .map(({ path }) => path.replaceAll(/\{\w+\}/g, 'unknown'))
  // The route of unknown paths has no path of its own.
  .filter((path) => path.startsWith('/'));

describe.concurrent('HEAD', () => {
  test.each(paths)('HEAD %s has the status and the content type of GET, and no body', async (path) => {
    const [get, head] = await Promise.all([fetch(baseUrl + path), fetch(baseUrl + path, { method: 'HEAD' })]);
    expect(head.status).toBe(get.status);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(await head.text()).toBe('');
    await get.arrayBuffer();
  });
});

import { expect, test } from 'vitest';
import { pages } from '../../shared/contract/registry.ts';
import { baseUrl } from '../support/tenant.ts';

test.each(pages.map(({ path }) => path))(
  'the page %s is served as HTML, with a content security policy that denies by default',
  async (path) => {
    const response = await fetch(baseUrl + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('<!doctype html>');
  },
);

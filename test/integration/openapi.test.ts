import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { assets, endpoints, pages } from '../../shared/contract/registry.ts';
import { sample } from '../support/sample.ts';
import { baseUrl } from '../support/tenant.ts';

// Before the document is checked, which takes longer than the server keeps a connection without requests.
test('HEAD of every path has the status and the content type of GET, and no body', async () => {
  const gets = endpoints.filter(({ method }) => method === 'GET');
  // The route of unknown paths has no path of its own.
  const paths = [...gets, ...pages, ...assets].map(({ path }) => path).filter((path) => path.startsWith('/'));
  for (const path of [...sample(paths, 15), '/unknown']) {
    const url = baseUrl + path.replaceAll(/\{\w+\}/g, 'unknown');
    const head = await fetch(url, { method: 'HEAD' });
    const get = await fetch(url);
    const shown = ({ status, headers }: Response) => [path, status, headers.get('content-type')];
    expect(shown(head)).toEqual(shown(get));
    expect(get.status).toBeLessThan(500);
    expect(await head.text()).toBe('');
    await get.arrayBuffer();
  }
});

test('GET /api/openapi.json serves the valid document, with this service as its server', async () => {
  const response = await fetch(`${baseUrl}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  const document = (await response.json()) as Record<string, unknown>;
  expect(document).toEqual(openApiDocument(endpoints, { url: baseUrl, description: 'This service' }));
  expect(document).not.toHaveProperty('success');
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/contract/openapi/document.ts';
import { assets, endpoints, pages } from '../../shared/contract/registry.ts';
import { baseUrl } from '../support/tenant.ts';

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

// test/infra/stacks.test.ts checks that each route of GET has one of HEAD.
test.each(['/api/openapi.json', '/api/v2/organization/models', pages[0]?.path, assets[0]?.path, '/unknown'])(
  'HEAD %s has the status and the content type of GET, and no body',
  async (path) => {
    const [get, head] = await Promise.all([fetch(baseUrl + path), fetch(baseUrl + path, { method: 'HEAD' })]);
    expect(head.status).toBe(get.status);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(await head.text()).toBe('');
    await get.arrayBuffer();
  },
);

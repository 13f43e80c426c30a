import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, freshTenant, type Tenant } from '../support/tenant.ts';

const TEAMS = '/api/v2/organization/teams';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await freshTenant();
});

/** Sends a request without the headers that fetch adds. */
async function send(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: object;
    body: Buffer;
  }>();
  const { hostname, port } = new URL(baseUrl);
  request({ hostname, port, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

describe('a request to the host name of the API, around CloudFront and its web ACL', () => {
  const host = 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com';

  test.each(['/health', TEAMS, '/api/v1/organization/credits', '/admin', '/auth/social', '/nothing'])(
    'is refused at %s, with a valid key as well',
    async (path) => {
      const authorization = `Bearer ${tenant.apiKey}`;
      const { status, body, headers } = await send(path, { host, authorization, 'x-origin-secret': 'guess' });
      expect([status, JSON.parse(body.toString())]).toEqual([
        403,
        { success: false, error: expect.stringContaining(baseUrl), code: 'FORBIDDEN' },
      ]);
      expect(headers).toHaveProperty('x-request-id');
    },
  );

  test('is served through CloudFront, which replaces a secret that the viewer sends', async () => {
    const { status } = await send('/health', { 'x-origin-secret': 'guess' });
    expect(status).toBe(200);
  });
});

describe('a response', () => {
  test('is compressed for a viewer that accepts gzip, and is the same as without', async () => {
    const plain = await send('/api/openapi.json', {});
    const compressed = await send('/api/openapi.json', { 'accept-encoding': 'gzip' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
    expect(compressed.body.length).toBeLessThan(plain.body.length / 4);
  });
});

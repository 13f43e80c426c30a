import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CorsRule } from '../../src/s3/cors.ts';
import { BUCKET, send, startWorld, type World } from '../../src/testing/s3-world.ts';

const RULES: readonly CorsRule[] = [
  {
    allowedOrigins: ['https://app.example.com', 'https://*.partner.example'],
    allowedMethods: ['POST', 'PUT'],
    allowedHeaders: ['Content-*'],
    exposeHeaders: ['ETag'],
    maxAgeSeconds: 600,
  },
  { allowedOrigins: ['*'], allowedMethods: ['GET'] },
];

let world: World;
beforeAll(async () => {
  world = await startWorld({ cors: RULES });
});
afterAll(() => world.stop());

const preflight = (origin: string, method: string, headers?: string) =>
  send(`${world.endpoint}/${BUCKET}/key`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      ...(headers !== undefined && { 'Access-Control-Request-Headers': headers }),
    },
  });

describe('a preflight request', () => {
  it.each(['https://app.example.com', 'https://a.partner.example', 'https://a.b.partner.example'])(
    'from %s is answered by the first rule that matches',
    async (origin) => {
      const answer = await preflight(origin, 'PUT', 'content-type, Content-MD5');
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'POST, PUT',
        'access-control-allow-headers': 'content-type, content-md5',
        'access-control-expose-headers': 'ETag',
        'access-control-max-age': '600',
        vary: expect.stringContaining('Origin'),
      });
    },
  );

  it('that a rule for any origin matches is answered with * and without credentials', async () => {
    const { headers } = await preflight('https://anywhere.example', 'GET');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['https://other.example.com', 'PUT', undefined],
    ['https://partner.example', 'PUT', undefined],
    ['https://app.example.com.evil.example', 'PUT', undefined],
    ['https://app.example.com', 'DELETE', undefined],
    ['https://app.example.com', 'PUT', 'x-amz-meta-role'],
    ['https://anywhere.example', 'GET', 'range'],
  ])('from %s for %s with %s is rejected', async (origin, method, headers) => {
    const answer = await preflight(origin, method, headers);
    expect(answer).toMatchObject({ status: 403, code: 'AccessForbidden' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('an answer', () => {
  it('may be read by pages of allowed origins, even when it is an error', async () => {
    const url = await getSignedUrl(world.client(), new PutObjectCommand({ Bucket: BUCKET, Key: 'cors' }));
    const put = (address: string, origin: string) =>
      send(address, { method: 'PUT', body: 'x', headers: { Origin: origin } });
    const stored = await put(url, 'https://app.example.com');
    expect(stored.status).toBe(200);
    expect(stored.headers['access-control-allow-origin']).toBe('https://app.example.com');
    const refused = await put(url.replace('/cors', '/other'), 'https://app.example.com');
    expect(refused.status).toBe(403);
    expect(refused.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect((await put(url, 'https://other.example.com')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

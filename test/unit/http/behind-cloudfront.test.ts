import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deployedOriginSettings } from '../../../shared/deployed/settings.ts';
import { behindCloudFront } from '../../../shared/http/behind-cloudfront.ts';

const CLOUDFRONT = '203.0.113.250';
const LONG = JSON.stringify({
  success: true,
  models: Array.from({ length: 100 }, (_, id) => ({ id, name: 'é' })),
});

let asked = 0;
let lines: string[] = [];
beforeEach(() => {
  asked = 0;
  lines = [];
  vi.stubEnv('APP_URL', 'https://headshots.example.com');
  vi.stubEnv('ORIGIN_SECRETS', 'former,current,next');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a request that did not come through CloudFront', () => {
  test.each([
    ['without the secret', {}],
    ['with an empty secret', { 'x-origin-secret': '' }],
    ['with another secret', { 'x-origin-secret': 'guessed' }],
    ['with all accepted secrets at once', { 'x-origin-secret': 'former,current,next' }],
    ['with the word for no secrets', { 'x-origin-secret': 'none' }],
  ])('%s is refused in the envelope before anything is read', async (_, headers) => {
    const { statusCode, headers: answered, body } = await call({ headers });
    expect([statusCode, asked]).toEqual([403, 0]);
    expect(JSON.parse(String(body))).toEqual({
      success: false,
      error: 'The API is not served at this address. Use https://headshots.example.com.',
      code: 'FORBIDDEN',
    });
    expect(answered).toMatchObject({
      'Cache-Control': 'no-store',
      'X-Request-Id': expect.stringMatching(/^req_/),
    });
  });

  test('is logged with the address of its connection, and not with the one that it names', async () => {
    await call({ headers: { 'x-forwarded-for': '192.0.2.1, 192.0.2.2', 'x-origin-secret': 'guessed' } });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      message: 'request refused that did not come through CloudFront',
      operation: 'v2/test',
      address: CLOUDFRONT,
      gatewayRequestId: 'gateway-1',
    });
    expect(lines[0]).not.toContain('192.0.2.');
    expect(lines[0]).not.toContain('guessed');
  });

  test('fails, and is not let in, when the function has no secrets', async () => {
    vi.stubEnv('ORIGIN_SECRETS', undefined);
    await expect(call({ headers: { 'x-origin-secret': '' } })).rejects.toThrow('ORIGIN_SECRETS is not set');
  });
});

describe('a request from CloudFront', () => {
  test.each(['former', 'current', 'next'])('with the %s version of the secret is served', async (secret) => {
    expect(await call({ headers: { 'x-origin-secret': secret } })).toMatchObject({ statusCode: 200 });
    expect(asked).toBe(1);
  });

  test('needs no secret in a stage without CloudFront', async () => {
    vi.stubEnv('ORIGIN_SECRETS', 'none');
    expect(await call({})).toMatchObject({ statusCode: 200 });
  });
});

describe('a body', () => {
  test.each(['gzip', 'br, gzip, deflate', 'GZIP;q=0.5', '*', 'deflate, *;q=0.1'])(
    'of 1,000 characters or more is compressed for a viewer that accepts "%s"',
    async (accepted) => {
      const { headers, body, isBase64Encoded } = await answer(LONG, accepted);
      expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding', 'X-Test': '1' });
      expect(isBase64Encoded).toBe(true);
      expect(String(body).length).toBeLessThan(LONG.length / 2);
      expect(gunzipSync(Buffer.from(String(body), 'base64')).toString()).toBe(LONG);
    },
  );

  test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, *', 'xgzip'])(
    'is sent as it is to a viewer that accepts "%s"',
    async (accepted) => {
      expect(await answer(LONG, accepted)).toEqual({
        statusCode: 200,
        headers: { 'X-Test': '1', 'X-Request-Id': expect.stringMatching(/^req_/) },
        body: LONG,
      });
    },
  );

  test('of less than 1,000 characters is sent as it is', async () => {
    const short = 'x'.repeat(999);
    expect(await answer(short, 'gzip')).toMatchObject({ body: short });
    expect(await answer(`${short}x`, 'gzip')).toMatchObject({ isBase64Encoded: true });
  });

  test('that is encoded already is sent as it is', async () => {
    const response = { statusCode: 200, body: 'eHh4'.repeat(500), isBase64Encoded: true };
    expect(
      await call({ headers: { 'x-origin-secret': 'current', 'accept-encoding': 'gzip' }, response }),
    ).toEqual({ ...response, headers: { 'X-Request-Id': expect.stringMatching(/^req_/) } });
  });
});

interface Call {
  headers?: Record<string, string>;
  response?: APIGatewayProxyStructuredResultV2;
}

async function call({ headers = {}, response = { statusCode: 200, body: '{}' } }: Call) {
  const handler = behindCloudFront('v2/test', deployedOriginSettings, async () => {
    asked++;
    return response;
  });
  const requestContext = { requestId: 'gateway-1', http: { sourceIp: CLOUDFRONT } };
  return handler({ headers, requestContext } as APIGatewayProxyEventV2);
}

function answer(body: string, accepted: string) {
  const headers = { 'x-origin-secret': 'current', 'accept-encoding': accepted };
  return call({ headers, response: { statusCode: 200, headers: { 'X-Test': '1' }, body } });
}

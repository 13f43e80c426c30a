import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Asset, assetPath } from '../../../shared/contract/asset.ts';
import { assetDigest } from '../../../shared/contract/asset-digest.ts';
import { MISSING_PAGE, type Page } from '../../../shared/contract/page.ts';
import { serveAdminScript, serveHeicWorker } from '../../../shared/contract/web/assets.ts';
import { showAdmin, showFront, showSignup, showStudio } from '../../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../../shared/deployed/origins.ts';
import { deployedOriginSettings } from '../../../shared/deployed/settings.ts';
import { assetHandler, assetsHandler } from '../../../shared/http/asset.ts';
import { behindCloudFront } from '../../../shared/http/behind-cloudfront.ts';
import { opensPage } from '../../../shared/http/opens-page.ts';
import { type PageOptions, pageHandler } from '../../../shared/http/page.ts';
import { bearerToken, viewerAddress } from '../../../shared/http/request.ts';
import { linesOf } from '../../support/log-lines.ts';

const CLOUDFRONT = '203.0.113.250';
beforeEach(() => {
  vi.stubEnv('APP_URL', 'https://headshots.test');
  vi.stubEnv('ORIGIN_SECRETS', 'former,current,next');
  vi.stubEnv('IMAGES_BUCKET', 'images-1');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
});
afterEach(() => vi.unstubAllEnvs());

function requestOf(headers: Record<string, string> = {}, more: Partial<APIGatewayProxyEventV2> = {}) {
  const requestContext = { requestId: 'gateway-1', http: { sourceIp: CLOUDFRONT } };
  const sent = { 'x-origin-secret': 'current', ...headers };
  return { rawQueryString: '', headers: sent, requestContext, ...more } as APIGatewayProxyEventV2;
}
const answered = (headers: object) => ({ ...headers, 'X-Request-Id': expect.stringMatching(/^req_/) });

describe('behind CloudFront', () => {
  const handle = vi.fn(async (): Promise<APIGatewayProxyStructuredResultV2> => ({ statusCode: 200 }));
  const handler = behindCloudFront('v2/test', deployedOriginSettings, handle);
  beforeEach(() => handle.mockClear());

  test.each(['', 'guessed', 'former,current,next', 'none'])(
    'a request with the secret "%s" is refused and logged before anything is read',
    async (secret) => {
      const answers: APIGatewayProxyStructuredResultV2[] = [];
      const forged = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' };
      const request = requestOf({ 'x-origin-secret': secret, ...forged });
      const lines = await linesOf(async () => answers.push(await handler(request)));
      const headers = answered({ 'Cache-Control': 'no-store' });
      expect(answers).toMatchObject([{ statusCode: 403, headers }]);
      const error = 'The API is not served at this address. Use https://headshots.test.';
      expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ success: false, error, code: 'FORBIDDEN' });
      expect(handle).not.toHaveBeenCalled();
      const line = { operation: 'v2/test', address: CLOUDFRONT, gatewayRequestId: 'gateway-1' };
      const requestId = answers[0]?.headers?.['X-Request-Id'];
      expect(lines).toMatchObject([{ level: 'warn', requestId, ...line }]);
      expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|guessed/);
    },
  );

  test('any version of the secret is accepted, and in a stage without CloudFront none is needed', async () => {
    for (const secret of ['former', 'current', 'next'])
      expect(await handler(requestOf({ 'x-origin-secret': secret }))).toMatchObject({ statusCode: 200 });
    vi.stubEnv('ORIGIN_SECRETS', 'none');
    expect(await handler({ ...requestOf(), headers: {} })).toMatchObject({ statusCode: 200 });
    vi.stubEnv('ORIGIN_SECRETS', undefined);
    await expect(handler(requestOf())).rejects.toThrow('ORIGIN_SECRETS is not set');
  });

  const GZIP = ['gzip', 'br, gzip, deflate', 'GZIP;q=0.5', '*', 'deflate, *;q=0.1'];
  test.each([...GZIP, '', 'br', 'gzip;q=0', 'gzip; q=0.0, *', 'xgzip'])(
    'a body of 1,000 characters or more is compressed if a viewer, here of "%s", accepts it',
    async (accepted) => {
      const isCompressed = GZIP.includes(accepted);
      const body = 'é'.repeat(1000);
      const request = requestOf({ 'accept-encoding': accepted });
      handle.mockResolvedValueOnce({ headers: { 'X-Test': '1' }, body });
      const { body: sent = '', ...answer } = await handler(request);
      const encoding = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
      const headers = answered({ 'X-Test': '1', ...(isCompressed && encoding) });
      expect(answer).toEqual({ headers, ...(isCompressed && { isBase64Encoded: true }) });
      expect(isCompressed ? gunzipSync(Buffer.from(sent, 'base64')).toString() : sent).toBe(body);
      for (const asItIs of [{ body: 'x'.repeat(999) }, { body, isBase64Encoded: true }]) {
        handle.mockResolvedValueOnce(asItIs);
        expect(await handler(request)).toEqual({ ...asItIs, headers: answered({}) });
      }
    },
  );
});

test.each([
  ['the address that CloudFront appended, after forged ones', '10.1.1.1,198.51.100.7', '198.51.100.7'],
  ['the source address without X-Forwarded-For', undefined, CLOUDFRONT],
  ['the source address if only API Gateway is in between', '', CLOUDFRONT],
  ['the source address if the appended value is no address', '<script>', CLOUDFRONT],
  ['the network of an IPv6 address', '2001:db8:0:12:a:b:c:d', '2001:db8:0:12::/64'],
  ['the network of a shortened IPv6 address', '2001:db8::1', '2001:db8:0:0::/64'],
  ['the network of one with leading zeros', '2001:0DB8:0000:0000:0000::1', '2001:db8:0:0::/64'],
])('the viewer address is %s', (_name, forwarded, address) => {
  const appended = [forwarded, CLOUDFRONT].filter(Boolean).join(', ');
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': appended };
  expect(viewerAddress(requestOf(headers))).toBe(address);
});

test.each(['Bearer t.1', 'bearer t.1', 'BEARER  t.1'])('the token of "%s" is t.1', (authorization) => {
  expect(bearerToken({ headers: { authorization } })).toBe('t.1');
});

describe('an asset', () => {
  const atDigest = (digest: string) => requestOf({}, { pathParameters: { digest } });

  test('of bytes for the service is served unchanged, kept for ever, and closed to other origins', async () => {
    const path = '/assets/{digest}/decoder.wasm';
    const wasm = { path, mediaType: 'application/wasm', caching: 'forever', readers: 'service' } as const;
    const decoder: Asset = { ...serveHeicWorker, ...wasm };
    const bytes = Uint8Array.from([0, 97, 115, 109, 0xff, 0xfe]);
    const digest = assetDigest(bytes);
    expect(assetPath(decoder, digest)).toBe(`/assets/${digest}/decoder.wasm`);
    const handler = assetHandler(decoder, bytes, deployedOriginSettings);
    const { headers, ...answer } = await handler(atDigest(digest));
    const body = Buffer.from(bytes).toString('base64');
    expect(answer).toEqual({ statusCode: 200, isBase64Encoded: true, body });
    expect(headers).toMatchObject({
      'Content-Type': 'application/wasm',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': expect.stringContaining("'wasm-unsafe-eval'"),
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect((await handler(atDigest('0'.repeat(16)))).statusCode).toBe(404);
  });

  test('is told by its digest from others at its path and from those of other releases, which no cache keeps', async () => {
    const scripts = { AAAA2222: 'first()', BBBB3333: 'second()' };
    const handler = assetsHandler(serveAdminScript, scripts, deployedOriginSettings);
    for (const [digest, body] of Object.entries(scripts))
      expect(await handler(atDigest(digest))).toMatchObject({ body, headers: { ETag: `W/"${digest}"` } });
    // The second is a name that every object has.
    for (const request of [atDigest('CCCC4444'), atDigest('constructor'), requestOf()]) {
      const { statusCode, headers, body } = await handler(request);
      expect([statusCode, headers?.['Cache-Control']]).toEqual([404, 'no-store']);
      expect(JSON.parse(body ?? '')).toMatchObject({ success: false, code: 'NOT_FOUND' });
    }
  });
});

describe('a page', () => {
  const HTML = '<!doctype html><style>p {}</style><script type="module">let x = "ü" < 2;</script>';
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const SCRIPT = hashOf('let x = "ü" < 2;');
  const BUCKET = 'https://images-1.s3.eu-central-1.amazonaws.com';
  const show = async (page: Page, query = '', options: PageOptions = {}) => {
    const handler = pageHandler(page, HTML, deployedPageOrigins, options);
    const { headers, ...answer } = await handler(requestOf({}, { rawQueryString: query }));
    const directives = String(headers?.['Content-Security-Policy']).split('; ');
    const policy = directives.map((directive) => directive.split(/ (.*)/s).slice(0, 2));
    return { answer, headers, policy: Object.fromEntries(policy) as Record<string, string> };
  };
  const OF_ALL = {
    'default-src': "'none'",
    'script-src': SCRIPT,
    'style-src': hashOf('p {}'),
    'img-src': `'self' blob: data: ${BUCKET}`,
    'connect-src': "'self'",
    'worker-src': "'none'",
    'frame-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    'frame-ancestors': "'none'",
  };
  const BUCKETS = { 'connect-src': `'self' ${BUCKET}` };
  const UPLOADS = { ...BUCKETS, 'worker-src': "'self'", 'trusted-types': 'decoder' };
  const APP = 'https://headshots.test';

  test.each([
    [showStudio, { ...UPLOADS, 'frame-ancestors': '*' }],
    [showSignup, UPLOADS],
    [showAdmin, { ...BUCKETS, 'script-src': `${SCRIPT} ${APP}/assets/`, 'frame-src': APP }],
    [showFront, {}],
  ] as const)('$path is served unchanged, and may do what it needs only', async (page, own) => {
    const { answer, headers, policy } = await show(page);
    expect(answer).toEqual({ statusCode: 200, body: HTML });
    expect(headers).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
    expect(headers?.['Permissions-Policy']).toMatch(/^camera=\((self)?\)(, [a-z-]+=\(\))+$/);
    expect(policy).toEqual({ ...OF_ALL, ...own });
  });

  test('has the address of the service where its HTML leaves a place for it', async () => {
    const html = '<link rel="canonical" href="{ORIGIN}/"><meta property="og:url" content="{ORIGIN}/">';
    const { body } = await pageHandler(showFront, html, deployedPageOrigins)(requestOf());
    expect(body).toBe(html.replaceAll('{ORIGIN}', APP));
  });

  test.each<[string, string[] | null, string]>([
    ['token=t.1&anonymous=1', ['https://a.test'], "'self' https://a.test"],
    ['token=t%2E1', [], "'self'"],
    ['token=t.1', null, '*'],
  ])('of members with the query %s may be framed by the origins %s', async (query, origins, ancestors) => {
    const frameOriginsOf = vi.fn(async () => origins);
    const { policy } = await show(showStudio, query, { frameOriginsOf });
    expect(policy['frame-ancestors']).toBe(ancestors);
    expect(frameOriginsOf).toHaveBeenCalledExactlyOnceWith('t.1');
  });

  test('may be framed by nothing when a parameter is given twice, which names no token', async () => {
    const frameOriginsOf = async () => null;
    const { answer, policy } = await show(showStudio, 'token=t.1&token=t.2', { frameOriginsOf });
    expect([answer.statusCode, policy['frame-ancestors']]).toEqual([400, "'none'"]);
  });

  test.each([
    ['/unknown', 'GET', true],
    ['/apis', 'HEAD', true],
    ['/unknown', 'POST', false],
    ['/api', 'GET', false],
    ['/api/v2/unknown', 'GET', false],
  ])('%s is opened by %s: %s', (rawPath, method, isOpened) => {
    const headers = { accept: 'application/xhtml+xml, Text/HTML;q=0.9' };
    expect(opensPage({ rawPath, headers, requestContext: { http: { method } } })).toBe(isOpened);
  });

  test('without images of the bucket does not name its origin, which a local cloud has elsewhere', async () => {
    const origins = () => ({ app: APP, originSecrets: ['current'] });
    const missing = await pageHandler(MISSING_PAGE, HTML, origins, { status: 404 })(requestOf());
    expect(missing.statusCode).toBe(404);
    expect(missing.headers?.['Content-Security-Policy']).not.toContain(BUCKET);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:4000/_s3');
    expect((await show(showStudio)).policy['connect-src']).toBe("'self' http://127.0.0.1:4000");
  });
});

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MISSING_PAGE, type Page } from '../../../shared/contract/page.ts';
import { showAdmin, showFront, showSignup, showStudio } from '../../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../../shared/deployed/origins.ts';
import { type FrameOriginsOf, type PageRequest, pageHandler } from '../../../shared/http/page.ts';

const SCRIPT = 'document.title = "ü";\nlet x = 1 < 2;';
const STYLE = 'p { color: red }';
const HTML = `<!doctype html><style>${STYLE}</style><script type="module">${SCRIPT}</script>`;
const NO_QUERY = requestWith('');
const BUCKET = 'https://images-1.s3.eu-central-1.amazonaws.com';

beforeEach(() => {
  vi.stubEnv('APP_URL', 'https://headshots.example.com');
  vi.stubEnv('IMAGES_BUCKET', 'images-1');
  vi.stubEnv('ORIGIN_SECRETS', 'none');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('pageHandler', () => {
  test('a page is served unchanged, is never cached, and has a request id of its own', async () => {
    const handler = pageHandler(showStudio, HTML, deployedPageOrigins);
    const [first, second] = [await handler(NO_QUERY), await handler(NO_QUERY)];
    expect(first).toMatchObject({ statusCode: 200, body: HTML });
    expect(first.headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'Cache-Control': 'no-store',
    });
    expect(first.headers?.['X-Request-Id']).toMatch(/^req_/);
    expect(second.headers?.['X-Request-Id']).not.toBe(first.headers?.['X-Request-Id']);
  });

  test('a page may run only its own script and style', async () => {
    const policy = await policyOf(showStudio);
    expect(policy['default-src']).toBe("'none'");
    expect(policy['script-src']).toBe(`'sha256-${sha256(SCRIPT)}'`);
    expect(policy['style-src']).toBe(`'sha256-${sha256(STYLE)}'`);
    expect(Object.values(policy).join()).not.toContain('unsafe');
  });

  test('a page sends no form, has no base of addresses, and makes no script of a text', async () => {
    expect(await policyOf(showAdmin)).toMatchObject({
      'form-action': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
    });
  });

  test('a page that loads parts of its script may also run the assets of the service', async () => {
    const policy = await policyOf(showAdmin);
    expect(policy['script-src']).toMatch(/^'sha256-\S+' https:\/\/headshots.example.com\/assets\/$/);
  });

  test('the page of members may be framed by the origins that its organization allows', async () => {
    const asked: string[] = [];
    const ancestors = async (query: string, origins: string[] | null) => {
      const policy = await policyOf(showStudio, query, async (token) => {
        asked.push(token);
        return origins;
      });
      return policy['frame-ancestors'];
    };
    expect(await ancestors('token=t.1&anonymous=1', ['https://a.test'])).toBe("'self' https://a.test");
    expect(await ancestors('token=t.2', [])).toBe("'self'");
    expect(await ancestors('token=t.3', null)).toBe('*');
    expect(await ancestors('token=t%2E4', [])).toBe("'self'");
    expect(asked).toEqual(['t.1', 't.2', 't.3', 't.4']);
  });

  test.each(['token=t.1&token=t.2', 'token=t.1&%74oken=t.1', 'invite=a&invite=b', 'x&x'])(
    'a page whose query is %s has the status 400, and may be framed by none',
    async (query) => {
      const frameOriginsOf = vi.fn(async () => null);
      const handler = pageHandler(showStudio, HTML, deployedPageOrigins, { frameOriginsOf });
      const { statusCode, headers, body } = await handler(requestWith(query));
      expect([statusCode, body]).toEqual([400, HTML]);
      expect(headers?.['Content-Security-Policy']).toMatch(/; frame-ancestors 'none'$/);
      expect(frameOriginsOf).not.toHaveBeenCalled();
    },
  );

  test('the page of members without a token may be framed anywhere, and may connect to the bucket', async () => {
    expect(await policyOf(showStudio)).toMatchObject({
      'frame-ancestors': '*',
      'frame-src': "'none'",
      'img-src': `'self' blob: data: ${BUCKET}`,
      'connect-src': `'self' ${BUCKET}`,
    });
  });

  test('the page of owners may not be framed, may frame the app, and may read images to pack them', async () => {
    expect(await policyOf(showAdmin)).toMatchObject({
      'frame-ancestors': "'none'",
      'frame-src': 'https://headshots.example.com',
      'img-src': `'self' blob: data: ${BUCKET}`,
      'connect-src': `'self' ${BUCKET}`,
    });
    expect(await policyOf(showFront)).toMatchObject({ 'connect-src': "'self'" });
  });

  test.each([
    [showStudio, 'camera=(self)'],
    [showSignup, 'camera=(self)'],
    [showAdmin, 'camera=()'],
    [showFront, 'camera=()'],
  ] as const)(
    'only a page that uploads may use the camera, and none the microphone: $path',
    async (page, camera) => {
      const { headers } = await pageHandler(page, HTML, deployedPageOrigins)(NO_QUERY);
      const features = String(headers?.['Permissions-Policy']).split(', ');
      expect(features).toContain(camera);
      expect(features).toEqual(expect.arrayContaining(['microphone=()', 'geolocation=()', 'payment=()']));
      expect(
        features.filter((feature) => !feature.startsWith('camera=') && !feature.endsWith('=()')),
      ).toEqual([]);
    },
  );

  test('only a page that uploads may start a worker, by one policy of Trusted Types', async () => {
    expect(await policyOf(showStudio)).toMatchObject({ 'worker-src': "'self'", 'trusted-types': 'decoder' });
    expect(await policyOf(showAdmin)).toMatchObject({ 'worker-src': "'none'", 'trusted-types': "'none'" });
  });

  test('a page without images of the bucket names its origin nowhere, and may have another status', async () => {
    const app = { app: 'https://headshots.example.com', originSecrets: ['none'] };
    const answer = await pageHandler(MISSING_PAGE, HTML, () => app, { status: 404 })(NO_QUERY);
    expect(answer).toMatchObject({ statusCode: 404, body: HTML });
    const policy = String(answer.headers?.['Content-Security-Policy']);
    expect(policy).toContain("img-src 'self' blob: data:;");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('a page may connect to the images at AWS_ENDPOINT_URL_S3', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:4000/_s3');
    expect((await policyOf(showStudio))['connect-src']).toBe("'self' http://127.0.0.1:4000");
  });
});

async function policyOf(
  page: Page,
  rawQueryString = '',
  frameOriginsOf?: FrameOriginsOf,
): Promise<Record<string, string>> {
  const { headers } = await pageHandler(
    page,
    HTML,
    deployedPageOrigins,
    frameOriginsOf && { frameOriginsOf },
  )(requestWith(rawQueryString));
  const directives = String(headers?.['Content-Security-Policy']).split('; ');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/s).slice(0, 2)));
}

function requestWith(rawQueryString: string): PageRequest {
  const http = { method: 'GET', path: '/', protocol: 'HTTP/1.1', sourceIp: '203.0.113.1', userAgent: '' };
  const requestContext = {
    accountId: '1',
    apiId: 'a',
    domainName: 'd',
    domainPrefix: 'd',
    requestId: 'r',
    routeKey: '$default',
    stage: '$default',
    time: '',
    timeEpoch: 0,
    http,
  };
  return { rawQueryString, headers: {}, requestContext };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

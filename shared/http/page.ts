import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ORIGIN_MARK, type PageFacts } from '../contract/page.ts';
import { log } from '../platform/log.ts';
import { behindCloudFront, type GatewayRequest, type OriginSettings } from './behind-cloudfront.ts';
import { SECURITY_HEADERS } from './envelope.ts';
import { repeatedParameter, viewerAddress } from './request.ts';

/** Origins that a page's Content-Security-Policy may allow, and the secrets of the origin that may ask for it. */
export interface PageOrigins extends Pick<OriginSettings, 'originSecrets'> {
  app: string;
  /** The origin of presigned links and forms; absent for a page that shows no images of the bucket. */
  images?: string;
}

/** The origins that may frame the page that a token opens; null for any. */
export type FrameOriginsOf = (token: string) => Promise<readonly string[] | null>;

const noOrigins: FrameOriginsOf = async () => [];

export interface PageOptions {
  frameOriginsOf?: FrameOriginsOf;
  status?: number;
}

/**
 * The Lambda handler of a page. It answers `html` with a Content-Security-Policy that allows only the scripts
 * and styles in it and the origins that the page declares, with the service's origin in its links. The status of a query with a repeated parameter is 400, and
 * nothing may frame that answer: the page takes no value of the parameter.
 * @param originsOf called at each request
 * @param frameOriginsOf called for a page that its organization lets others frame
 * @param status the HTTP status of every other answer
 */
export function pageHandler(
  page: PageFacts,
  html: string,
  originsOf: () => PageOrigins,
  { frameOriginsOf = noOrigins, status = 200 }: PageOptions = {},
): (event: PageRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  let policy: string | undefined;
  let body: string | undefined;
  const settingsOf = () => {
    const { app, originSecrets } = originsOf();
    return { appUrl: app, originSecrets };
  };
  return behindCloudFront(page.operation, settingsOf, async (request: PageRequest, requestId) => {
    const { rawQueryString, requestContext } = request;
    const isRefused = repeatedParameter(rawQueryString) !== undefined;
    const statusCode = isRefused ? 400 : status;
    policy ??= contentSecurityPolicy(page, html, originsOf());
    body ??= html.replaceAll(ORIGIN_MARK, originsOf().app);
    const ancestors =
      page.framedBy === 'none' || isRefused ? "'none'" : await frameAncestors(rawQueryString, frameOriginsOf);
    log.info('request', {
      requestId,
      gatewayRequestId: requestContext.requestId,
      operation: page.operation,
      status: statusCode,
      address: viewerAddress(request),
    });
    const headers = {
      ...HEADERS,
      'Content-Security-Policy': `${policy}; frame-ancestors ${ancestors}`,
      'Permissions-Policy': permissionsPolicy(page),
    };
    return { statusCode, headers, body };
  });
}

export type PageRequest = Pick<APIGatewayProxyEventV2, 'rawQueryString'> & GatewayRequest;

/**
 * The admin area of this origin may always show the page. Without a token the page has nothing to show, so any page
 * may frame it: a frame that reloads has no token in its URL any more. The token is read as the page reads it.
 */
async function frameAncestors(query: string, frameOriginsOf: FrameOriginsOf): Promise<string> {
  const token = new URLSearchParams(query).get('token');
  const origins = token === null ? null : await frameOriginsOf(token);
  return origins === null ? '*' : ["'self'", ...origins].join(' ');
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The URL may still contain a token when the page loads its first image.
  'Referrer-Policy': 'no-referrer',
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
};

/** The start of the path of everything that is loaded by its digest, see asset.ts in shared/contract. */
const ASSETS = '/assets/';

/** Allows the inline scripts and styles of the build by their hashes. See https://www.w3.org/TR/CSP3/. */
function contentSecurityPolicy(page: PageFacts, html: string, { app, images }: PageOrigins): string {
  const bucket = images === undefined ? [] : [images];
  const directives = {
    'default-src': ["'none'"],
    'script-src': [...hashes(html, 'script'), ...(page.loadsScripts ? [`${app}${ASSETS}`] : [])],
    'style-src': hashes(html, 'style'),
    'img-src': ["'self'", 'blob:', 'data:', ...bucket],
    'connect-src': ["'self'", ...(page.uploads || page.readsImages ? bucket : [])],
    // A page that uploads starts the worker that converts HEIC photos.
    'worker-src': [page.uploads ? "'self'" : "'none'"],
    'frame-src': page.framesApp ? [app] : ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [page.uploads ? 'decoder' : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Features of browsers that no page uses. What a page may not use, a page that it frames may not either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Allows a page that uploads to use the camera. In a frame, the page around it has to allow the camera as well. See
 * https://www.w3.org/TR/permissions-policy/.
 */
function permissionsPolicy({ uploads }: PageFacts): string {
  const camera = uploads ? 'camera=(self)' : 'camera=()';
  return [camera, ...UNUSED_FEATURES.map((feature) => `${feature}=()`)].join(', ');
}

function hashes(html: string, element: 'script' | 'style'): string[] {
  const closed = html.split(`</${element}>`).slice(0, -1);
  return closed.map((text) => {
    const content = text.slice(text.indexOf('>', text.indexOf(`<${element}`)) + 1);
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}

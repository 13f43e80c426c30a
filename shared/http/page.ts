import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Page } from '../contract/page.ts';
import { systemClock } from '../platform/clock.ts';
import { idFactory } from '../platform/id.ts';
import { log } from '../platform/log.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const newId = idFactory(systemClock, systemRandomness);

/** Origins that a page's Content-Security-Policy may allow. */
export interface PageOrigins {
  app: string;
  /** The origin of presigned links and forms. */
  images: string;
}

/** The origins that may frame the page that a token opens; null for any. */
export type FrameOriginsOf = (token: string) => Promise<readonly string[] | null>;

const noOrigins: FrameOriginsOf = async () => [];

/**
 * The Lambda handler of a page. It answers `html` with a Content-Security-Policy that allows only the scripts
 * and styles in it and the origins that the page declares.
 * @param originsOf called at the first request
 * @param frameOriginsOf called for a page that its organization lets others frame
 */
export function pageHandler(
  page: Page,
  html: string,
  originsOf: () => PageOrigins,
  frameOriginsOf = noOrigins,
): (event: PageRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  let policy: string | undefined;
  return async ({ rawQueryString }) => {
    policy ??= contentSecurityPolicy(page, html, originsOf());
    const ancestors =
      page.framedBy === 'none' ? "'none'" : await frameAncestors(rawQueryString, frameOriginsOf);
    const requestId = newId('request');
    log.info('request', { requestId, operation: page.operation, status: 200 });
    const headers = {
      ...HEADERS,
      'Content-Security-Policy': `${policy}; frame-ancestors ${ancestors}`,
      'X-Request-Id': requestId,
    };
    return { statusCode: 200, headers, body: html };
  };
}

export type PageRequest = Pick<APIGatewayProxyEventV2, 'rawQueryString'>;

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

/** Allows the inline scripts and styles of the build by their hashes. See https://www.w3.org/TR/CSP3/. */
function contentSecurityPolicy(page: Page, html: string, { app, images }: PageOrigins): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': hashes(html, 'script'),
    'style-src': hashes(html, 'style'),
    'img-src': ["'self'", 'blob:', 'data:', images],
    'connect-src': ["'self'", ...(page.uploads ? [images] : [])],
    'frame-src': page.framesApp ? [app] : ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function hashes(html: string, element: 'script' | 'style'): string[] {
  const contents = html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'));
  return Array.from(
    contents,
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
}

import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
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

/**
 * The Lambda handler of a page. It answers `html` with a Content-Security-Policy that allows only the scripts
 * and styles in it and the origins that the page declares.
 * @param originsOf called at the first request
 */
export function pageHandler(
  page: Page,
  html: string,
  originsOf: () => PageOrigins,
): () => Promise<APIGatewayProxyStructuredResultV2> {
  let headers: Readonly<Record<string, string>> | undefined;
  return async () => {
    headers ??= pageHeaders(page, html, originsOf());
    const requestId = newId('request');
    log.info('request', { requestId, operation: page.operation, status: 200 });
    return { statusCode: 200, headers: { ...headers, 'X-Request-Id': requestId }, body: html };
  };
}

function pageHeaders(page: Page, html: string, origins: PageOrigins): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(page, html, origins),
    // The URL may still contain a token when the page loads its first image.
    'Referrer-Policy': 'no-referrer',
    ...SECURITY_HEADERS,
    'Cache-Control': 'no-store',
  };
}

/** Allows the inline scripts and styles of the build by their hashes. See https://www.w3.org/TR/CSP3/. */
function contentSecurityPolicy(page: Page, html: string, { app, images }: PageOrigins): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': hashes(html, 'script'),
    'style-src': hashes(html, 'style'),
    'img-src': ["'self'", 'blob:', 'data:', images],
    'connect-src': ["'self'", ...(page.uploads ? [images] : [])],
    'frame-src': page.framesApp ? [app] : ["'none'"],
    'frame-ancestors': [page.framedBy === 'any' ? '*' : "'none'"],
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

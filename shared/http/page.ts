import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Page } from '../contract/page.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { idFactory } from '../platform/id.ts';
import { log } from '../platform/log.ts';
import { systemRandomness } from '../platform/randomness.ts';

const newId = idFactory(systemClock, systemRandomness);

/**
 * The Lambda handler of a page: answers `html`, and lets the browser run and load what belongs to it alone.
 * @throws at the first request when the stack did not say where images are kept.
 */
export function pageHandler(page: Page, html: string): () => Promise<APIGatewayProxyStructuredResultV2> {
  let headers: Readonly<Record<string, string>> | undefined;
  return async () => {
    headers ??= pageHeaders(page, html);
    const requestId = newId('request');
    log.info('request', { requestId, operation: page.operation, status: 200 });
    return { statusCode: 200, headers: { ...headers, 'X-Request-Id': requestId }, body: html };
  };
}

function pageHeaders(page: Page, html: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(page, html),
    // The address may still carry a token when the page loads its first image.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/** Nothing inline runs but what the build put there, told by its hash: see https://www.w3.org/TR/CSP3/. */
function contentSecurityPolicy(page: Page, html: string): string {
  const images = imagesOrigin();
  const directives = {
    'default-src': ["'none'"],
    'script-src': hashes(html, 'script'),
    'style-src': hashes(html, 'style'),
    'img-src': ["'self'", 'blob:', 'data:', images],
    'connect-src': ["'self'", ...(page.uploads ? [images] : [])],
    'frame-src': page.framesApp ? [environment('APP_URL')] : ["'none'"],
    'frame-ancestors': [page.framedBy === 'anyone' ? '*' : "'none'"],
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

/** Where the SDK's presigned links and forms lead: see s3Client. */
function imagesOrigin(): string {
  const ownEndpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  if (ownEndpoint !== undefined) return new URL(ownEndpoint).origin;
  return `https://${environment('IMAGES_BUCKET')}.s3.${process.env.AWS_REGION}.amazonaws.com`;
}

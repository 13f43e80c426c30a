import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Asset } from '../contract/asset.ts';
import { assetDigest } from '../contract/asset-digest.ts';
import { ERROR_STATUS } from '../contract/errors.ts';
import { systemClock } from '../platform/clock.ts';
import { idFactory } from '../platform/id.ts';
import { log } from '../platform/log.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { behindCloudFront, type GatewayRequest, type OriginSettings } from './behind-cloudfront.ts';
import { json } from './envelope.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export type AssetRequest = Pick<APIGatewayProxyEventV2, 'pathParameters'> & GatewayRequest;

const YEAR_SECONDS = 31_536_000;
const newId = idFactory(systemClock, systemRandomness);

/**
 * The Lambda handler of an asset. The answer is the same for everyone and has no request id, as caches give it to
 * many requests. A path with another digest than that of the content is answered 404: it belongs to another release.
 * @param content text, or bytes that are sent in base64
 * @param settingsOf called at each request
 */
export function assetHandler(
  asset: Asset,
  content: string | Uint8Array,
  settingsOf: () => OriginSettings,
): (request: AssetRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  const digest = assetDigest(content);
  // Weak, because compression changes the bytes and not the meaning (RFC 9110, section 8.8.3.3).
  const etag = `W/"${digest}"`;
  const headers = { ...headersOf(asset), ETag: etag };
  const answer = {
    statusCode: 200,
    headers: { ...headers, 'Content-Type': asset.mediaType },
    ...(typeof content === 'string'
      ? { body: content }
      : { body: Buffer.from(content).toString('base64'), isBase64Encoded: true }),
  };
  return behindCloudFront(asset.operation, settingsOf, async ({ headers: given, pathParameters }) => {
    const { digest: asked = digest } = pathParameters ?? {};
    if (asked !== digest) return unknownDigest(asset.operation);
    return names(given['if-none-match'], etag) ? { statusCode: 304, headers } : answer;
  });
}

function headersOf({ caching, readers, policy }: Asset): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    'Cache-Control':
      caching === 'forever' ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${caching}`,
    Vary: 'Accept-Encoding',
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    ...(readers === 'anyOrigin'
      ? { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }
      : { 'Cross-Origin-Resource-Policy': 'same-origin' }),
  };
}

function unknownDigest(operation: string): APIGatewayProxyStructuredResultV2 {
  const requestId = newId('request');
  const status = ERROR_STATUS.NOT_FOUND;
  log.info('request', { requestId, operation, status });
  const error = 'This file belongs to another release. Reload the page.';
  const { headers, ...response } = json(status, { success: false, error, code: 'NOT_FOUND' });
  return { ...response, headers: { ...headers, 'X-Request-Id': requestId } };
}

/** Whether If-None-Match names the tag, by weak comparison (RFC 9110, section 13.1.2). */
function names(given: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return given?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}

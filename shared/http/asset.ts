import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Asset } from '../contract/asset.ts';
import { assetDigest } from '../contract/asset-digest.ts';
import { Problem } from '../contract/errors.ts';
import { log } from '../platform/log.ts';
import { behindCloudFront, type GatewayRequest, type OriginSettings } from './behind-cloudfront.ts';
import { errorAnswer, SECURITY_HEADERS } from './envelope.ts';

export type AssetRequest = Pick<APIGatewayProxyEventV2, 'pathParameters'> & GatewayRequest;

const YEAR_SECONDS = 31_536_000;

type Content = string | Uint8Array;

/**
 * The Lambda handler of an asset. The answer is the same for everyone. A copy in a cache names the request that has
 * filled the cache. A path with another digest than that of the content is answered 404: it belongs to another release.
 * @param content text, or bytes that are sent in base64
 * @param settingsOf called at each request
 */
export function assetHandler(asset: Asset, content: Content, settingsOf: () => OriginSettings) {
  const digest = assetDigest(content);
  return assetsHandler(asset, { [digest]: content }, settingsOf, digest);
}

/**
 * The Lambda handler of several assets at one path, which are told apart by their digests.
 * @param contents by their digests
 * @param settingsOf called at each request
 * @param sole the digest of a path without one
 */
export function assetsHandler(
  asset: Asset,
  contents: Readonly<Record<string, Content>>,
  settingsOf: () => OriginSettings,
  sole = '',
): (request: AssetRequest) => Promise<APIGatewayProxyStructuredResultV2> {
  const found = new Map(Object.entries(contents));
  return behindCloudFront(asset.operation, settingsOf, async ({ headers, pathParameters }, requestId) => {
    const { digest = sole } = pathParameters ?? {};
    const content = found.get(digest);
    const answer =
      content === undefined
        ? errorAnswer(new Problem('NOT_FOUND', 'This file belongs to another release. Reload the page.'))
        : contentAnswer(asset, digest, content, headers['if-none-match']);
    log.info('request', { requestId, operation: asset.operation, status: answer.statusCode });
    return answer;
  });
}

function contentAnswer(
  asset: Asset,
  digest: string,
  content: Content,
  ifNoneMatch: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  // Weak, because compression changes the bytes and not the meaning (RFC 9110, section 8.8.3.3).
  const etag = `W/"${digest}"`;
  const headers = { ...headersOf(asset), ETag: etag };
  if (names(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: 200, headers: { ...headers, 'Content-Type': asset.mediaType }, ...bodyOf(content) };
}

function bodyOf(content: Content): { body: string; isBase64Encoded?: true } {
  if (typeof content === 'string') return { body: content };
  return { body: Buffer.from(content).toString('base64'), isBase64Encoded: true };
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

/** Whether If-None-Match names the tag, by weak comparison (RFC 9110, section 13.1.2). */
function names(given: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return given?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}

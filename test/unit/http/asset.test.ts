import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../shared/contract/asset.ts';
import { assetPath } from '../../../shared/contract/asset.ts';
import { assetDigest } from '../../../shared/contract/asset-digest.ts';
import {
  serveAdminScript,
  serveEmbed,
  serveHeicLibrary,
  serveHeicWorker,
} from '../../../shared/contract/web/assets.ts';
import { type AssetRequest, assetHandler, assetsHandler } from '../../../shared/http/asset.ts';
import { linesOf } from '../../support/log-lines.ts';

const SCRIPT = 'customElements.define("a-b", class extends HTMLElement {});'.repeat(40);
const settings = () => ({ appUrl: 'https://headshots.example.com', originSecrets: ['s'] });

/** A module that only the pages of the service load. */
const decoder: Asset = {
  ...serveEmbed,
  operation: 'web/serve-decoder',
  path: '/assets/{digest}/decoder.wasm',
  mediaType: 'application/wasm',
  caching: 'forever',
  readers: 'service',
};
const BYTES = Uint8Array.from([0, 97, 115, 109, 0xff, 0xfe]);

describe('assetHandler', () => {
  test('a script is served with its type, a tag and the time that caches may keep it, to pages of any origin', async () => {
    const answer = await assetHandler(serveEmbed, SCRIPT, settings)(requestWith());
    expect(answer).toMatchObject({ statusCode: 200, body: SCRIPT });
    expect(answer.headers).toEqual({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      ETag: `W/"${assetDigest(SCRIPT)}"`,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      'X-Request-Id': expect.stringMatching(/^req_/),
    });
  });

  test.each([
    [200, {}, undefined],
    [304, { 'if-none-match': '*' }, undefined],
    [404, {}, { digest: 'other' }],
  ])('an answer %d names its request, which is in the log', async (status, headers, params) => {
    const answers: APIGatewayProxyStructuredResultV2[] = [];
    const lines = await linesOf(async () => {
      answers.push(await assetHandler(serveEmbed, SCRIPT, settings)(requestWith(headers, params)));
    });
    const [answer] = answers;
    expect(answer?.statusCode).toBe(status);
    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: answer?.headers?.['X-Request-Id'], status }),
    );
  });

  test('a worker gets a policy of its own, and only the worker may compile WebAssembly', async () => {
    const policyOf = async (asset: Asset) =>
      (await assetHandler(asset, SCRIPT, settings)(requestWith())).headers?.['Content-Security-Policy'];
    expect(await policyOf(serveHeicWorker)).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(await policyOf(serveHeicLibrary)).toBeUndefined();
  });

  test('a script is compressed for a browser that accepts it', async () => {
    const handler = assetHandler(serveEmbed, SCRIPT, settings);
    const { body = '', headers } = await handler(requestWith({ 'accept-encoding': 'br,gzip' }));
    expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(SCRIPT);
  });

  const TAG = `W/"${assetDigest(SCRIPT)}"`;
  test.each([
    [TAG, 304],
    [TAG.slice(2), 304],
    [`"other", ${TAG}`, 304],
    ['*', 304],
    ['"other"', 200],
    [TAG.replace('W/"', 'W/"x'), 200],
  ])('a cache that has %s is answered %d', async (tag, status) => {
    const handler = assetHandler(serveEmbed, SCRIPT, settings);
    const answer = await handler(requestWith({ 'if-none-match': tag }));
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({ ETag: TAG, 'Cache-Control': 'public, max-age=3600' });
    expect(answer.body === undefined).toBe(status === 304);
  });

  test('bytes are served unchanged, are kept for ever, and are closed to other origins', async () => {
    const handler = assetHandler(decoder, BYTES, settings);
    const digest = assetDigest(BYTES);
    expect(assetPath(decoder, digest)).toBe(`/assets/${digest}/decoder.wasm`);
    const answer = await handler(requestWith({}, { digest }));
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(Buffer.from(answer.body ?? '', 'base64')).toEqual(Buffer.from(BYTES));
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/wasm',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    expect(answer.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });

  test('the digest of another release is answered 404 in the envelope, which no cache keeps', async () => {
    const answer = await assetHandler(decoder, BYTES, settings)(requestWith({}, { digest: '0'.repeat(16) }));
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store' });
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  test('several scripts at one path are told apart by their digests', async () => {
    const scripts = { AAAA2222: 'first()', BBBB3333: 'second()' };
    const handler = assetsHandler(serveAdminScript, scripts, settings);
    for (const [digest, body] of Object.entries(scripts)) {
      const answer = await handler(requestWith({}, { digest }));
      expect(answer).toMatchObject({ statusCode: 200, body });
      expect(answer.headers).toMatchObject({ ETag: `W/"${digest}"` });
    }
    // The second is a name that every object has.
    for (const digest of ['CCCC4444', 'constructor'])
      expect((await handler(requestWith({}, { digest }))).statusCode).toBe(404);
    expect((await handler(requestWith())).statusCode).toBe(404);
  });

  test('a request that did not come through CloudFront is refused', async () => {
    const answer = await assetHandler(serveEmbed, SCRIPT, settings)({ ...requestWith(), headers: {} });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store' });
  });
});

function requestWith(
  headers: Record<string, string> = {},
  pathParameters?: Record<string, string>,
): AssetRequest {
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
  return {
    headers: { 'x-origin-secret': 's', ...headers },
    requestContext,
    ...(pathParameters && { pathParameters }),
  };
}

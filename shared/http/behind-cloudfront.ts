import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../contract/errors.ts';
import { NO_ORIGIN_SECRETS, ORIGIN_SECRET_HEADER } from '../contract/origin-secret.ts';
import { systemClock } from '../platform/clock.ts';
import { idFactory } from '../platform/id.ts';
import { log } from '../platform/log.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { errorAnswer } from './envelope.ts';

/** Settings of the stage that decide on a request. */
export interface OriginSettings {
  /** The service's public origin. */
  appUrl: string;
  /** The secrets of requests from CloudFront that are accepted. */
  originSecrets: readonly string[];
}

/** The part of a request that is read before its handler. */
export type GatewayRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

type Handler<Rest extends unknown[]> = (...given: Rest) => Promise<APIGatewayProxyStructuredResultV2>;

const newId = idFactory(systemClock, systemRandomness);
const compress = promisify(gzip);

/** Bodies below this size are sent as they are, in characters. CloudFront has the same limit in bytes. */
const SMALLEST_COMPRESSED = 1000;

/**
 * Puts a handler behind CloudFront: a request that did not come through CloudFront is refused before anything is
 * read or counted, and a body is compressed if the viewer accepts it. Every answer names its request.
 * @param settingsOf called at each request
 * @param handle called with the request and its id
 */
export function behindCloudFront<Request extends GatewayRequest, Rest extends unknown[]>(
  operation: string,
  settingsOf: () => OriginSettings,
  handle: Handler<[Request, string, ...Rest]>,
): Handler<[Request, ...Rest]> {
  return async (request, ...rest) => {
    const requestId = newId('request');
    const given = request.headers[ORIGIN_SECRET_HEADER] ?? '';
    const { appUrl, originSecrets } = settingsOf();
    const answer = isAccepted(given, originSecrets)
      ? await compressed(request, await handle(request, requestId, ...rest))
      : refuse(operation, appUrl, request, requestId);
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } };
  };
}

function isAccepted(given: string, accepted: readonly string[]): boolean {
  if (accepted.length === 1 && accepted[0] === NO_ORIGIN_SECRETS) return true;
  // Digests have equal lengths, so the comparison takes the same time for every value.
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return accepted.some((secret) => timingSafeEqual(digest(secret), digest(given)));
}

function refuse(
  operation: string,
  appUrl: string,
  request: GatewayRequest,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const { requestId: gatewayRequestId, http } = request.requestContext;
  const answer = errorAnswer(
    new Problem('FORBIDDEN', `The API is not served at this address. Use ${appUrl}.`),
  );
  // The sender has chosen X-Forwarded-For, so only the address of the connection is known.
  log.warn('request refused that did not come through CloudFront', {
    requestId,
    gatewayRequestId,
    operation,
    status: answer.statusCode,
    address: http.sourceIp,
  });
  return answer;
}

async function compressed(
  { headers }: GatewayRequest,
  response: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = '', isBase64Encoded } = response;
  if (isBase64Encoded || body.length < SMALLEST_COMPRESSED || !acceptsGzip(headers['accept-encoding'])) {
    return response;
  }
  return {
    ...response,
    headers: { ...response.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    body: (await compress(body)).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Whether Accept-Encoding names gzip, or anything, with a weight above 0 (RFC 9110, section 12.5.3). */
function acceptsGzip(header = ''): boolean {
  const weights = new Map(
    header.split(',').map((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [coding, Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

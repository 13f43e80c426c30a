import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { EndpointFacts } from '../contract/endpoint.ts';
import { ERROR_STATUS, Problem } from '../contract/errors.ts';
import { log } from '../platform/log.ts';
import { isThrottling } from '../platform/throttling.ts';
import { shownTo } from './credentials.ts';
import type { Exchange, Middleware } from './exchange.ts';

/**
 * Headers of every response. Browsers use https only for a year after one, see RFC 6797, and take a body for no
 * other type than the declared one.
 */
export const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * The response with this answer as its body, as the caller may see it.
 * @throws when the stage checks responses and this one does not match its contract.
 */
export async function answered(
  contract: EndpointFacts,
  { settings, caller }: Exchange,
  answer: object,
): Promise<APIGatewayProxyStructuredResultV2> {
  const shown = shownTo(caller, contract, answer);
  const body = contract.bare ? shown : { success: true, ...shown };
  if (settings.responsesChecked) await requireContract(contract, body);
  return json(200, body);
}

/** When a request that met a busy service is likely to succeed. */
const BUSY_SECONDS = 5;

/**
 * Turns errors into error responses. Throttling becomes a 429, and any other error but a {@link Problem} becomes an
 * INTERNAL_ERROR.
 */
export function errorResponses(): Middleware {
  return {
    onError: (request) => {
      request.response = errorAnswer(publicProblem(request.error));
    },
  };
}

async function requireContract(contract: EndpointFacts, body: object): Promise<void> {
  const { error, data } = (await contract.loadResponseSchema()).safeParse(body);
  // A schema drops the fields that it does not know.
  if (!error && isDeepStrictEqual(data, body)) return;
  const fault = error?.message ?? 'it has a field that the contract lacks';
  throw new Error(`The response of ${contract.operation} does not match its contract: ${fault}`);
}

function publicProblem(error: unknown): Problem {
  if (error instanceof Problem && error.code !== 'INTERNAL_ERROR') return error;
  log.error('request failed', error);
  if (isThrottling(error)) return tooBusy();
  return new Problem('INTERNAL_ERROR', 'Something went wrong on our side. Please try again.');
}

/** A request that the table or another service had no room for has changed nothing. */
function tooBusy(): Problem {
  const message = `Too many requests at the same time: try again in ${BUSY_SECONDS} seconds.`;
  return new Problem('RATE_LIMIT_EXCEEDED', message, {}, BUSY_SECONDS);
}

/** The response to a request that met this problem. A 401 names the kind of credentials (RFC 9110, section 15.5.2). */
export function errorAnswer({
  code,
  message,
  details,
  retryAfterSeconds,
}: Problem): APIGatewayProxyStructuredResultV2 {
  return json(
    ERROR_STATUS[code],
    { success: false, error: message, code, ...details },
    {
      ...(code === 'UNAUTHORIZED' && { 'WWW-Authenticate': 'Bearer realm="headshots"' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
  );
}

/** A response with this JSON body. */
export function json(
  statusCode: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...SECURITY_HEADERS,
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

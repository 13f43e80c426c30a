import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { RequestPart } from '../contract/checked.ts';
import type { Auth, EndpointFacts, ReadPart, RequestCheck, UrlParts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { BODY_MAX_BYTES, bodyTooLarge } from '../contract/request-limits.ts';
import { contextWith } from '../domain/context.ts';
import type { ReceivedRequest } from '../platform/standard-webhooks.ts';
import { callerOf } from './authenticate.ts';
import type { RequestExchange } from './exchange.ts';
import { type ApiRequest, actorOf, type Caller, repeatedParameter } from './request.ts';

/**
 * Parses a request by its contract, once it is allowed.
 * @throws UNAUTHORIZED, INVALID_REQUEST or INVALID_EMAIL.
 */
export async function parseRequest<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Kind extends Auth,
>(
  contract: EndpointFacts<Params, Query, Body, Response, Kind>,
  exchange: RequestExchange<Params, Query, Kind>,
): Promise<ApiRequest<Params, Query, Body, Kind>> {
  const { event, requestId, organization, handlerContext } = exchange;
  const caller = callerOf(contract.auth, exchange);
  requireFittingBody(event);
  const url = await exchange.url;
  const check = await contract.loadRequestCheck();
  return {
    requestId,
    caller,
    ...url,
    body: check.body(readerOf(event)),
    context: caller ? contextWith(handlerContext, { actor: actorOf(caller) }) : handlerContext,
    organization: async () => organization(organizationIdOf(caller)),
    received: () => receivedRequest(event),
  };
}

function organizationIdOf(caller: Caller<Auth>): string {
  if (caller) return caller.organizationId;
  throw new Error(
    'A request without a caller has no organization: read it only where the contract requires a caller.',
  );
}

/** Parses the path and the query of a request, from whatever caller. @throws INVALID_REQUEST or INVALID_EMAIL. */
export async function parseUrl<Params extends z.ZodType, Query extends z.ZodType>(
  contract: { loadRequestCheck(): Promise<Pick<RequestCheck<Params, Query, z.ZodType>, 'url'>> },
  event: APIGatewayProxyEventV2,
): Promise<UrlParts<Params, Query>> {
  const repeated = repeatedParameter(event.rawQueryString);
  if (repeated) throw repeated;
  return (await contract.loadRequestCheck()).url(readerOf(event));
}

/** API Gateway encodes a body in base64 unless its type is that of a text. */
function receivedRequest({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): ReceivedRequest {
  return { headers, body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') };
}

function readerOf(event: APIGatewayProxyEventV2): ReadPart {
  return (part) => READ[part](event);
}

const READ: Readonly<Record<RequestPart, (event: APIGatewayProxyEventV2) => unknown>> = {
  path: ({ pathParameters }) => pathParameters ?? {},
  query: ({ queryStringParameters = {} }) => queryStringParameters,
  body: jsonBody,
};

/** @throws INVALID_REQUEST for a body that is too large, of whatever endpoint. */
function requireFittingBody({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): void {
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > BODY_MAX_BYTES) {
    throw new Problem('INVALID_REQUEST', bodyTooLarge());
  }
}

/** A missing Content-Type counts as JSON, since the body decides. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;|$)/i;
/** JSON is exchanged in UTF-8 (RFC 8259, section 8.1). */
const OTHER_CHARSET = /;\s*charset\b(?!\s*=\s*"?utf-?8"?\s*(;|$))/i;

function jsonBody(event: APIGatewayProxyEventV2): unknown {
  // An empty body counts as an object without fields, so the error names the field that is missing.
  if (!event.body) return {};
  const type = event.headers['content-type']?.trim();
  if (type && (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type))) {
    throw new Problem(
      'INVALID_REQUEST',
      `The body must be JSON in UTF-8, with the header Content-Type: application/json; its Content-Type is ${type}.`,
    );
  }
  try {
    return JSON.parse(utf8(receivedRequest(event)), wellFormed);
  } catch {
    throw new Problem('INVALID_REQUEST', 'The body is not valid JSON in UTF-8.');
  }
}

/**
 * Rejects lone surrogates: JSON can contain them, but they are not valid Unicode, and the table cannot store
 * them.
 */
function wellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new Error('The body is not well-formed Unicode: send it as UTF-8.');
  return value;
}

/**
 * The text without a byte order mark. API Gateway replaces bytes that are not UTF-8 with U+FFFD, which makes the body
 * longer. Two bodies with U+FFFD are not told apart from one that the sender wrote: one without a Content-Length, and one
 * whose only fault is a character cut off after three of its four bytes.
 */
function utf8({ headers, body }: ReceivedRequest): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  const sentBytes = Number(headers['content-length'] ?? body.length);
  if (sentBytes !== body.length && text.includes('\ufffd')) throw new Error('The body is not UTF-8.');
  return text;
}

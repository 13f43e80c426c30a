import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { RequestPart } from '../contract/checked.ts';
import type { Auth, EndpointFacts, ReadPart, RequestCheck, UrlParts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { BODY_MAX_BYTES, bodyTooLarge } from '../contract/request-limits.ts';
import type { DomainContext } from '../domain/context.ts';
import { callerOf } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { ApiRequest, ReceivedRequest } from './request.ts';

/** Parses a request by its contract, for a handler that works with `context`. @throws UNAUTHORIZED, INVALID_REQUEST or INVALID_EMAIL. */
export async function parseRequest<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Kind extends Auth,
>(
  contract: EndpointFacts<Params, Query, Body, Response, Kind>,
  exchange: Exchange<Kind>,
  context: DomainContext,
): Promise<ApiRequest<Params, Query, Body, Kind>> {
  const { event, requestId, organization } = exchange;
  const caller = callerOf(contract.auth, exchange);
  requireFittingBody(event);
  const check = await contract.loadRequestCheck();
  const read = readerOf(event);
  const parts = { ...check.url(read), body: check.body(read) };
  return { requestId, caller, ...parts, context, organization, received: () => receivedRequest(event) };
}

/** Parses the path and the query of a request, from whatever caller. @throws INVALID_REQUEST or INVALID_EMAIL. */
export async function parseUrl<Params extends z.ZodType, Query extends z.ZodType>(
  contract: { loadRequestCheck(): Promise<Pick<RequestCheck<Params, Query, z.ZodType>, 'url'>> },
  event: APIGatewayProxyEventV2,
): Promise<UrlParts<Params, Query>> {
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
  query: queryOf,
  body: jsonBody,
};

/** @throws INVALID_REQUEST for a repeated parameter, whose values API Gateway joins with a comma. */
function queryOf({ rawQueryString, queryStringParameters = {} }: APIGatewayProxyEventV2): unknown {
  const found = new Set<string>();
  const isRepeated = (name: string) => found.size === found.add(name).size;
  const repeated = new URLSearchParams(rawQueryString).keys().find(isRepeated);
  if (repeated !== undefined) {
    throw new Problem('INVALID_REQUEST', `The query parameter '${repeated}' may be given only once.`);
  }
  return queryStringParameters;
}

/** @throws INVALID_REQUEST for a body that is too large, of whatever endpoint. */
function requireFittingBody({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): void {
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > BODY_MAX_BYTES) {
    throw new Problem('INVALID_REQUEST', bodyTooLarge());
  }
}

/** A missing Content-Type counts as JSON, since the body decides. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;|$)/i;

function jsonBody({ body, isBase64Encoded, headers }: APIGatewayProxyEventV2): unknown {
  // An empty body counts as an object without fields, so the error names the field that is missing.
  if (body === undefined || body === '') return {};
  const type = headers['content-type']?.trim();
  if (type && !JSON_TYPE.test(type)) {
    throw new Problem(
      'INVALID_REQUEST',
      `The body must be JSON, with the header Content-Type: application/json; its Content-Type is ${type}.`,
    );
  }
  try {
    return JSON.parse(isBase64Encoded ? utf8(Buffer.from(body, 'base64')) : intact(body), wellFormed);
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
 * Rejects U+FFFD, with which API Gateway replaces bytes that are not UTF-8. The original text is lost by
 * then.
 */
function intact(text: string): string {
  if (text.includes('\ufffd'))
    throw new Error('The body contains bytes that are not UTF-8: send it as UTF-8.');
  return text;
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

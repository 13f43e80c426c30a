import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import { checked, type RequestPart } from '../contract/checked.ts';
import { type Auth, type Endpoint, isDeclared } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { callerOf } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { ApiRequest } from './request.ts';

/** The request that the contract describes. @throws UNAUTHORIZED, INVALID_REQUEST or INVALID_EMAIL. */
export function parseRequest<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Kind extends Auth,
>(
  contract: Endpoint<Params, Query, Body, Response, Kind>,
  exchange: Exchange<Kind>,
): ApiRequest<Params, Query, Body, Kind> {
  const { event, requestId, context, organization } = exchange;
  return {
    requestId,
    caller: callerOf(contract.auth, exchange),
    params: parsed(contract.params, 'path', () => event.pathParameters ?? {}),
    query: parsed(contract.query, 'query', () => event.queryStringParameters ?? {}),
    body: parsed(contract.body, 'body', () => jsonBody(event)),
    context,
    organization,
  };
}

/** Reads what the contract declares only. */
function parsed<Schema extends z.ZodType>(
  schema: Schema,
  part: RequestPart,
  read: () => unknown,
): z.output<Schema> {
  return checked(schema, isDeclared(schema) ? read() : undefined, part);
}

function jsonBody({ body, isBase64Encoded }: APIGatewayProxyEventV2): unknown {
  // An empty body stands for an object without fields: what is required is then named as missing.
  if (body === undefined || body === '') return {};
  try {
    return JSON.parse(isBase64Encoded ? utf8(Buffer.from(body, 'base64')) : intact(body), wellFormed);
  } catch {
    throw new Problem('INVALID_REQUEST', 'The body is not valid JSON in UTF-8.');
  }
}

/** Half a surrogate pair can be written in JSON, but it is no text: a table refuses it, or worse, stores it. */
function wellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new Error('No text.');
  return value;
}

/** API Gateway puts U+FFFD in the place of bytes that are no UTF-8: what was meant is lost by then. */
function intact(text: string): string {
  if (text.includes('\ufffd')) throw new Error('Not UTF-8.');
  return text;
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

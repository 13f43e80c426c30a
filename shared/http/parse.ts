import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { checked } from '../contract/checked.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { deployedContext } from '../domain/context.ts';
import type { ApiRequest } from './request.ts';
import { type Middleware, required, type StackRequest } from './stack.ts';

/** Innermost: replaces the event by the request that the contract describes. @throws INVALID_REQUEST. */
export function parse(contract: Endpoint): Middleware {
  return {
    before: (exchange) => {
      const { event } = exchange;
      const request: ApiRequest<Endpoint> = {
        requestId: required(exchange, 'requestId'),
        caller: exchange.internal.caller,
        params: contract.params && checked(contract.params, event.pathParameters ?? {}, 'path'),
        query: contract.query && checked(contract.query, event.queryStringParameters ?? {}, 'query'),
        body: contract.body && checked(contract.body, jsonBody(event), 'body'),
        context: deployedContext(),
        organization: exchange.internal.organization ?? withoutOrganization,
      };
      const innermost: StackRequest = { request, once: required(exchange, 'once') };
      exchange.event = innermost as unknown as APIGatewayProxyEventV2;
    },
  };
}

async function withoutOrganization(): Promise<never> {
  throw new Error('A request without a caller has no organization.');
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

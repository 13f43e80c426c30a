import { type Endpoint, isDeclared } from '../endpoint.ts';
import { errorsOf } from '../errors-of.ts';
import { byStatus, refusal, refusalName } from './errors.ts';
import { exampleOf } from './example.ts';
import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from './example-overrides.ts';
import { areaOf, operationId, resourceOf } from './names.ts';
import type { SchemaWriter } from './schema.ts';
import { securityOf } from './security.ts';
import type { JsonSchema, Operation, Parameter, Reference, ResponseObject } from './types.ts';

const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** What the operations of one document share. */
export interface Shared {
  writer: SchemaWriter;
  /** Refusals by name, gathered on the way. */
  refusals: Record<string, ResponseObject>;
}

/** One endpoint as the document tells it. */
export function operationOf(contract: Endpoint, shared: Shared): Operation {
  const { operation, summary, auth, body } = contract;
  const id = operationId(operation);
  const parameters = parametersOf(contract, shared.writer);
  return {
    operationId: id,
    tags: [areaOf(id)],
    summary,
    security: securityOf(auth),
    ...(parameters.length > 0 && { parameters }),
    ...(isDeclared(body) && { requestBody: requestBodyOf(contract, shared.writer) }),
    responses: responsesOf(contract, shared),
  };
}

function parametersOf(contract: Endpoint, writer: SchemaWriter): (Parameter | Reference)[] {
  const { method, params, query } = contract;
  const parameters: (Parameter | Reference)[] = [];
  if (isDeclared(params)) parameters.push(...parametersIn('path', writer.write(params, 'request', 'path')));
  if (isDeclared(query)) parameters.push(...parametersIn('query', writer.write(query, 'request', 'query')));
  if (method === 'POST') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return parameters;
}

function parametersIn(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    // In a query an example would be sent by tools that fill them in; most are best left out.
    ...(place === 'path' && examples && { example: examples[0] }),
  }));
}

function requestBodyOf({ operation, body }: Endpoint, writer: SchemaWriter) {
  const schema = writer.write(body, 'request', resourceOf(operationId(operation)));
  const example =
    REQUEST_EXAMPLES[operation] ??
    exampleOf(schema, writer.components, { optionalFields: 'where-none-is-required' });
  return {
    required: (schema.required ?? []).length > 0,
    content: { 'application/json': { schema, example } },
  };
}

function responsesOf(contract: Endpoint, { writer, refusals }: Shared): Operation['responses'] {
  const { operation, response, summary, unmetered } = contract;
  const headers = headersNamed('X-Request-Id', ...(unmetered ? [] : RATE_LIMIT_HEADERS));
  const schema = writer.write(response, 'response', resourceOf(operationId(operation)));
  const made = exampleOf(schema, writer.components, { optionalFields: 'none' });
  const example = { ...(made as object), ...RESPONSE_EXAMPLES[operation] };
  const responses: Operation['responses'] = {
    200: { description: summary, headers, content: { 'application/json': { schema, example } } },
  };
  for (const [status, codes] of byStatus(errorsOf(contract))) {
    const name = `${refusalName(codes)}${unmetered ? 'Unmetered' : ''}`;
    const withRetry = codes.includes('RATE_LIMIT_EXCEEDED')
      ? { ...headers, ...headersNamed('Retry-After') }
      : headers;
    refusals[name] ??= refusal(status, codes, withRetry);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

function headersNamed(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

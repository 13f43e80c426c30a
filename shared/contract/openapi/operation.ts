import type * as z from 'zod';
import { type Endpoint, isDeclared } from '../endpoint.ts';
import { errorsOf } from '../errors-of.ts';
import { byStatus, errorResponse, errorResponseName } from './errors.ts';
import { exampleOf } from './example.ts';
import { areaOf, operationId } from './names.ts';
import type { SchemaWriter } from './schema.ts';
import { securityOf } from './security.ts';
import type { JsonSchema, MediaType, Operation, Parameter, Reference, ResponseObject } from './types.ts';

const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Components that the operations of one document share. */
export interface Shared {
  writer: SchemaWriter;
  /** Error responses by name, collected from the operations. */
  errorResponses: Record<string, ResponseObject>;
}

export function operationOf(contract: Endpoint, shared: Shared): Operation {
  const { operation, summary, body } = contract;
  const id = operationId(operation);
  const parameters = parametersOf(contract, shared.writer);
  return {
    operationId: id,
    tags: [areaOf(id)],
    summary,
    security: securityOf(contract),
    ...(parameters.length > 0 && { parameters }),
    ...(isDeclared(body) && { requestBody: requestBodyOf(body, shared.writer) }),
    responses: responsesOf(contract, shared),
  };
}

function parametersOf(contract: Endpoint, writer: SchemaWriter): (Parameter | Reference)[] {
  const { method, params, query } = contract;
  const parameters: (Parameter | Reference)[] = [];
  if (isDeclared(params)) parameters.push(...parametersIn('path', writer.write(params, 'input')));
  if (isDeclared(query)) parameters.push(...parametersIn('query', writer.write(query, 'input')));
  if (method === 'POST') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return parameters;
}

function parametersIn(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => {
    const isRequired = place === 'path' || required.includes(name);
    return {
      name,
      in: place,
      required: isRequired,
      ...(description !== undefined && { description }),
      schema,
      // Tools would send the example of an optional parameter, although most are best left out.
      ...(isRequired && examples && { example: examples[0] }),
    };
  });
}

function requestBodyOf(body: z.ZodType, writer: SchemaWriter) {
  const media = mediaType(body, 'input', writer);
  // A body may be left out when it may be an empty object.
  const options = media.schema.anyOf ?? [media.schema];
  const required = options.every((option) => (option.required ?? []).length > 0);
  return { required, content: { 'application/json': media } };
}

function responsesOf(contract: Endpoint, { writer, errorResponses }: Shared): Operation['responses'] {
  const { response, summary, unmetered } = contract;
  const headers = headersNamed('X-Request-Id', ...(unmetered ? [] : RATE_LIMIT_HEADERS));
  const media = mediaType(response, 'output', writer);
  const responses: Operation['responses'] = {
    200: { description: summary, headers, content: { 'application/json': media } },
  };
  for (const [status, codes] of byStatus(errorsOf(contract))) {
    const name = `${errorResponseName(codes)}${unmetered ? 'Unmetered' : ''}`;
    errorResponses[name] ??= errorResponse(status, codes, {
      ...headers,
      ...(codes.includes('RATE_LIMIT_EXCEEDED') && headersNamed('Retry-After')),
      ...(codes.includes('UNAUTHORIZED') && headersNamed('WWW-Authenticate')),
    });
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

function headersNamed(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The schema with its declared example, or one from the examples of its fields. */
function mediaType(declared: z.ZodType, io: 'input' | 'output', writer: SchemaWriter): MediaType {
  const { examples: _, ...schema } = writer.write(declared, io);
  // Read from zod, because its JSON Schema omits the examples of a schema that transforms.
  const examples = declared.meta()?.examples;
  const example = Array.isArray(examples) ? examples[0] : exampleOf(schema, writer.components);
  return { schema, example };
}

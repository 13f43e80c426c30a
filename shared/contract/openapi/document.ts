import type { Endpoint, HttpMethod } from '../endpoint.ts';
import { errorBody } from '../schemas.ts';
import { operationOf, type Shared } from './operation.ts';
import { AREAS, DESCRIPTION } from './prose.ts';
import { SchemaWriter } from './schema.ts';
import { securitySchemesOf } from './security.ts';
import type { OpenApiDocument, PathItem } from './types.ts';
import { webhooksOf } from './webhooks.ts';

export interface OpenApiServer {
  url: string;
  description: string;
}

/** The OpenAPI document of these endpoints. It does not depend on their order. */
export function openApiDocument(endpoints: readonly Endpoint[], server: OpenApiServer): OpenApiDocument {
  const described = inOrder(endpoints.filter(isPublished));
  const shared: Shared = { writer: new SchemaWriter(), errorResponses: {} };
  shared.writer.write(errorBody, 'output');
  const paths: Record<string, PathItem> = {};
  for (const contract of described) {
    const method = contract.method.toLowerCase() as keyof PathItem;
    paths[contract.path] = { ...paths[contract.path], [method]: operationOf(contract, shared) };
  }
  const webhooks = webhooksOf(shared.writer);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Headshots',
      version: '2.0.0',
      summary: 'AI headshots for organizations',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [server],
    tags: tagsOf(described),
    paths,
    webhooks,
    components: {
      schemas: sortedByName(shared.writer.components),
      responses: sortedByName(shared.errorResponses),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: securitySchemesOf(described.map(({ auth }) => auth)),
    },
  };
}

/** Omits the 404 route, the self-check receiver and provider callbacks. */
export function isPublished({ path }: Endpoint): boolean {
  return path.startsWith('/') && !path.startsWith('/check/') && !path.startsWith('/api/providers/');
}

const AREA_ORDER = Object.keys(AREAS);
const METHOD_ORDER: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Sorts by area, then by path and method. */
function inOrder(endpoints: readonly Endpoint[]): Endpoint[] {
  const rank = ({ operation }: Endpoint) => {
    const index = AREA_ORDER.indexOf(areaOf(operation));
    return index === -1 ? AREA_ORDER.length : index;
  };
  return endpoints.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      compare(one.path, other.path) ||
      METHOD_ORDER.indexOf(one.method) - METHOD_ORDER.indexOf(other.method),
  );
}

function areaOf(operation: string): string {
  return operation.slice(0, operation.indexOf('/'));
}

/** Compares by code unit, which is the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sortedByName<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => compare(one, other)));
}

function tagsOf(endpoints: readonly Endpoint[]): OpenApiDocument['tags'] {
  const areas = new Set([...endpoints.map(({ operation }) => areaOf(operation)), 'webhooks']);
  return [...areas].map((name) => ({ name, description: AREAS[name] ?? name }));
}

const PARAMETERS: OpenApiDocument['components']['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A value of your own for this request, such as a UUID: printable ASCII. Within 24 hours, requests with the same key get the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const HEADERS: OpenApiDocument['components']['headers'] = {
  'X-Request-Id': {
    description: 'The id of the request; send it with questions.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in 60 seconds.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'The time from which one more request is allowed.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Retry-After': {
    description: 'Seconds to wait, when the rate limit or a limit of invite mails was exceeded.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'The kind of credentials: a bearer token in the header Authorization.',
    schema: { type: 'string' },
  },
};

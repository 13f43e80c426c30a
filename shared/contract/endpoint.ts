import * as z from 'zod';
import { checked, type RequestPart } from './checked.ts';
import { type Credential, credentialsIn } from './credential.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The authentication of an endpoint. `apiKey`: an API key or a user's session. `userSession`: a user's
 * session only. `memberSession`: a member's session. `none`: no authentication. `optional`: none is needed, but
 * a caller with valid credentials is known, so that the request counts in the caller's pool.
 */
export type Auth = 'apiKey' | 'userSession' | 'memberSession' | 'optional' | 'none';

/** A feature that is enabled per organization. */
export type Feature = 'whiteLabel';

/** Settings of the Lambda function of a contract that differ from the defaults. */
export interface Capacity {
  memoryMB?: number;
  timeoutSeconds?: number;
  /** True when the function decodes or draws images: sharp's native library is packed with it. */
  images?: boolean;
}

/** The parts of a request that are in its URL, by their names. */
export interface UrlParts<Params extends z.ZodType, Query extends z.ZodType> {
  params: z.output<Params>;
  query: z.output<Query>;
}

/** The parts of a request by their names, as a handler gets them. */
export interface Parts<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>
  extends UrlParts<Params, Query> {
  body: z.output<Body>;
}

export type ReadPart = (part: RequestPart) => unknown;

/** Checks the declared parts of a request; others are not read. @throws INVALID_REQUEST or INVALID_EMAIL. */
export interface RequestCheck<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  url(read: ReadPart): UrlParts<Params, Query>;
  body(read: ReadPart): z.output<Body>;
}

/**
 * The part of a contract that a function needs before it reads a request. In a bundle, a handler's contract is this
 * part, and its schemas are loaded separately: see `scripts/build/contract-facts.ts`.
 */
export interface EndpointFacts<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Auth = Auth,
> {
  /** Unique, and the handler's path below functions/: `v2/models/list-models`. */
  operation: string;
  summary: string;
  method: HttpMethod;
  /** With `{placeholders}`: `/api/v2/organization/models/{modelId}`. */
  path: string;
  auth: Caller;
  /** The least role of the organization's users that may call it. Required where a user's session is accepted. */
  role?: Role;
  /** The feature that the organization must have enabled. It is checked before the request is validated. */
  feature?: Feature;
  /** True when the response is a document of its own, without the envelope's `success`. */
  bare?: true;
  /** Error codes of this endpoint. `errorsOf` adds those of every endpoint of its kind. */
  errors: readonly ErrorCode[];
  /** Permissions of the handler. {@link permissionsOf} adds those of the middlewares. */
  permissions: readonly Permission[];
  /** True for a change that a test key may request, of development models only. A test key may read everything. */
  testKeys?: true;
  /** True for a POST that changes nothing. An API key needs the scope of reading for it. */
  changesNothing?: true;
  /** The fields of its answers that are credentials, derived from the schema of the response. */
  credentials: readonly Credential[];
  /** True where monitoring calls, or callers are bounded otherwise: no rate limit applies, and no Idempotency-Key. */
  unmetered?: true;
  capacity?: Capacity;
  loadRequestCheck(): Promise<RequestCheck<Params, Query, Body>>;
  loadResponseSchema(): Promise<Response>;
}

/** The contract of an endpoint, from which all else derives. The handler is in `functions/<operation>.ts`. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Auth = Auth,
> extends EndpointFacts<Params, Query, Body, Response, Caller> {
  /** Schemas of the parts of a request. {@link isDeclared} tells whether the contract declares a part. */
  params: Params;
  query: Query;
  body: Body;
  response: Response;
}

/** The permissions of an endpoint's function: those of the handler and of the middlewares. */
export function permissionsOf({
  permissions,
  auth,
  method,
  unmetered,
}: EndpointFacts): readonly Permission[] {
  const ofMiddlewares: readonly Permission[] = [
    ...(auth === 'none' ? [] : ['table:get' as const]),
    ...(auth === 'apiKey' || auth === 'optional' ? ['key-use:note' as const] : []),
    ...(unmetered ? [] : ['requests:count' as const]),
    ...(method === 'POST' && !unmetered ? ['answers:keep' as const] : []),
  ];
  return [...new Set([...permissions, ...ofMiddlewares])];
}

/** The schema of a part of the request that a contract does not declare. That part is not read. */
const UNDECLARED = z.unknown();
type Undeclared = typeof UNDECLARED;

/** Whether a contract has declared this part (`params`, `query` or `body`) of its request. */
export function isDeclared(part: z.ZodType): boolean {
  return part !== UNDECLARED;
}

/** An endpoint as a contract declares it. Parts of the request without fields are left out, and errors without codes. */
type Declaration<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Auth = Auth,
> = Omit<
  Endpoint<Params, Query, Body, Response, Caller>,
  'params' | 'query' | 'body' | 'errors' | 'credentials' | 'loadRequestCheck' | 'loadResponseSchema'
> & {
  errors?: readonly ErrorCode[];
  params?: Params;
  query?: Query;
  body?: Body;
};

/** Declares an endpoint, keeping the types of its schemas, its method and its path. */
export function endpoint<
  Response extends z.ZodType,
  const Caller extends Auth,
  const Method extends HttpMethod,
  const Path extends string,
  Params extends z.ZodType = Undeclared,
  Query extends z.ZodType = Undeclared,
  Body extends z.ZodType = Undeclared,
>(
  declaration: Declaration<Params, Query, Body, Response, Caller> & { method: Method; path: Path },
): Endpoint<Params, Query, Body, Response, Caller> & { method: Method; path: Path };
export function endpoint(declaration: Declaration): Endpoint {
  const { params = UNDECLARED, query = UNDECLARED, body = UNDECLARED, response } = declaration;
  const part = (schema: z.ZodType, name: RequestPart, read: ReadPart) =>
    checked(schema, isDeclared(schema) ? read(name) : undefined, name);
  return {
    errors: [],
    ...declaration,
    params,
    query,
    body,
    credentials: credentialsIn(response),
    loadRequestCheck: async () => ({
      url: (read) => ({ params: part(params, 'path', read), query: part(query, 'query', read) }),
      body: (read) => part(body, 'body', read),
    }),
    loadResponseSchema: async () => response,
  };
}

/** Requests that change the balance of an organization wait for each other. Just below API Gateway's limit of 30 s. */
export const CHANGES_BALANCE = { timeoutSeconds: 29 } as const;

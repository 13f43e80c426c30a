import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: who acts for an organization, by its API key or an owner's session; an owner with a session
 * only; a member with a session; or anybody. For `optional` it is anybody, too, but a caller with valid credentials is
 * known, so that the request counts in the caller's pool.
 */
export type Auth = 'apiKey' | 'ownerSession' | 'memberSession' | 'optional' | 'none';

/** What an organization can have enabled, or not. */
export type Feature = 'whiteLabel';

/** What the Lambda behind a contract needs beyond the defaults. */
export interface Capacity {
  memoryMB?: number;
  timeoutSeconds?: number;
  /** True when the function decodes or draws images: sharp's native library is packed with it. */
  images?: boolean;
}

/**
 * One endpoint, declared once. Route, Lambda, role, validation, documentation, client and tests derive from
 * this value; the handler lives in `functions/<operation>.ts`.
 */
export interface Endpoint<
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
  /** What the organization must have enabled; looked at before the request's shape. */
  feature?: Feature;
  /** Schemas of the parts of a request; ask {@link isDeclared} whether the contract has declared one. */
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** True when the answer is a document of its own, without the envelope's `success`. */
  bare?: true;
  /** Codes of its own; those every endpoint of its kind can answer are added by `errorsOf`. */
  errors: readonly ErrorCode[];
  /** What its handler reaches; what the stack around it needs is added by {@link permissionsOf}. */
  permissions: readonly Permission[];
  /** True for what is asked for by machines all the time: not counted by the rate limit, without its headers. */
  unmetered?: true;
  capacity?: Capacity;
}

/** All that the function of an endpoint reaches, its stack included. */
export function permissionsOf({ permissions, auth, method, unmetered }: Endpoint): readonly Permission[] {
  const ofStack: readonly Permission[] = [
    ...(auth === 'none' ? [] : ['table:get' as const]),
    ...(auth === 'apiKey' || auth === 'optional' ? ['key-use:note' as const] : []),
    ...(unmetered ? [] : ['requests:count' as const]),
    ...(method === 'POST' ? ['answers:keep' as const] : []),
  ];
  return [...new Set([...permissions, ...ofStack])];
}

/** Schema of a part of the request that a contract does not declare: that part is not read. */
const UNDECLARED = z.unknown();
type Undeclared = typeof UNDECLARED;

/** Whether a contract has declared this part (`params`, `query` or `body`) of its request. */
export function isDeclared(part: z.ZodType): boolean {
  return part !== UNDECLARED;
}

/** An endpoint as it is written down: parts of the request without fields are left out. */
type Declaration<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Auth = Auth,
> = Omit<Endpoint<Params, Query, Body, Response, Caller>, 'params' | 'query' | 'body'> & {
  params?: Params;
  query?: Query;
  body?: Body;
};

/** Declares an endpoint, keeping the types of its schemas. */
export function endpoint<
  Response extends z.ZodType,
  const Caller extends Auth,
  Params extends z.ZodType = Undeclared,
  Query extends z.ZodType = Undeclared,
  Body extends z.ZodType = Undeclared,
>(
  declaration: Declaration<Params, Query, Body, Response, Caller>,
): Endpoint<Params, Query, Body, Response, Caller>;
export function endpoint(declaration: Declaration): Endpoint {
  return { params: UNDECLARED, query: UNDECLARED, body: UNDECLARED, ...declaration };
}

import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Auth, Endpoint } from '../contract/endpoint.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { Decision } from '../domain/rate-limit/admit.ts';
import type { ApiRequest, Caller } from './request.ts';

/** Runs the work of a request, or answers what it answered before. */
export type Once = (work: () => Promise<unknown>) => Promise<unknown>;

/** What the innermost middleware hands to the handler. */
export interface StackRequest {
  request: ApiRequest<Endpoint>;
  once: Once;
}

/** What the middlewares of one request hand on to each other. */
export interface RequestState extends Record<string, unknown> {
  requestId: string;
  startedAt: number;
  /** What the answer will carry beside its own headers. */
  headers: Record<string, string>;
  /** Undefined for who is not known. */
  caller: Caller<Auth>;
  organization: () => Promise<Organization>;
  /** Settles when the use of the API key is on record. */
  useNoted: Promise<void>;
  /** Whether the request is admitted, perhaps still being found out. */
  decision: Promise<Decision>;
  once: Once;
}

export type Exchange = middy.Request<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  Context,
  Partial<RequestState> & Record<string, unknown>
>;

export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  Context,
  Exchange['internal']
>;

/** A value that an earlier middleware of the stack has left. */
export function required<Name extends keyof RequestState>(
  exchange: Exchange,
  name: Name,
): RequestState[Name] {
  const value = exchange.internal[name];
  if (value === undefined) throw new Error(`The stack ran without ${String(name)}.`);
  return value as RequestState[Name];
}

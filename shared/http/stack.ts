import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Organization } from '../domain/organization/organization.ts';
import type { Caller } from './request.ts';

/** What the middlewares of one request hand on to each other. */
export interface RequestState extends Record<string, unknown> {
  requestId: string;
  startedAt: number;
  caller: Caller<'apiKey'> | Caller<'memberSession'> | Caller<'none'>;
  organization: () => Promise<Organization>;
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

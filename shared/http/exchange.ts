import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth, UrlParts } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { Decision } from '../domain/rate-limit/limiter.ts';
import type { Reader } from './reads.ts';
import type { Caller } from './request.ts';

/** Settings of the stage that the middlewares read. */
export interface HttpSettings {
  /** The rate limit of a source address without a valid token, in requests per minute. */
  addressRequestsPerMinute: number;
  /**
   * Whether responses are checked against their contracts, so that tests find a mismatch before callers do.
   */
  responsesChecked: boolean;
}

/** Runs the work of a request with this body, or returns the stored answer to its Idempotency-Key. */
export type Once = (body: unknown, work: () => Promise<object>) => Promise<object>;

/** The state of one request. It is the event that middy passes to each middleware. */
export interface Exchange<Kind extends Auth = Auth> {
  /** The event from API Gateway. */
  readonly event: APIGatewayProxyEventV2;
  /** Dependencies of the middlewares. */
  readonly context: DomainContext;
  readonly settings: HttpSettings;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Headers to add to the response. */
  readonly headers: Record<string, string>;
  /** Reads an organization, at most once per request. */
  organization(organizationId: string): Promise<Organization>;
  /** Begins what the handler reads for a caller, unless it is in progress. Resolves when all reads have begun. */
  readAhead(reader: Reader<Kind>): Promise<void>;
  /** Undefined until the caller is found, and for a request without a valid token. */
  caller: Caller<Kind> | undefined;
  /** Resolves when the use of the API key is recorded. */
  useRecorded: Promise<void>;
  /** The count of the request in a pool, by the scope of the pool; undefined before it has begun. */
  count: { scope: string; decision: Promise<Decision> } | undefined;
  once: Once;
}

/** The exchange of a contract with this path and query. */
export interface RequestExchange<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth>
  extends Exchange<Kind> {
  /** Dependencies of the handler. Its caller becomes the actor once the request is allowed. */
  readonly handlerContext: DomainContext;
  /** The parsed path and query. @throws INVALID_REQUEST or INVALID_EMAIL. */
  readonly url: Promise<UrlParts<Params, Query>>;
}

export type Middleware<Kind extends Auth = Auth> = middy.MiddlewareObj<
  Exchange<Kind>,
  APIGatewayProxyStructuredResultV2
>;

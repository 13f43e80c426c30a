import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Auth } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { Decision } from '../domain/rate-limit/limiter.ts';
import type { TableScope } from '../table/scope.ts';
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

/** The count of a request. */
export interface Admission {
  /** The scope of the pool in which the request counts. */
  scope: string;
  decision: Promise<Decision>;
}

/** The credentials of a request no longer belong to the caller whom this process has remembered. */
export class CallerChanged extends Error {
  override readonly name = 'CallerChanged';
}

/** Resolves when the request has passed all checks. @throws the error of the first check that it has not passed. */
export async function allowed({ checks }: Pick<Exchange, 'checks'>): Promise<void> {
  for (const check of checks) await check;
}

/** Adds a check, which may be pending. Its error is thrown where {@link allowed} is awaited. */
export function addCheck({ checks }: Pick<Exchange, 'checks'>, check: Promise<void>): void {
  check.catch(() => undefined);
  checks.push(check);
}

/** Reads that were begun for an organization, whose results the scope keeps. */
export interface EarlyReads {
  organizationId: string;
  scope: TableScope;
  /** Resolves when the reads are in progress, or the request turned out to be malformed. */
  begun: Promise<void>;
}

/** The state of one request. It is the event that middy passes to each middleware. */
export interface Exchange<Kind extends Auth = Auth> {
  /** The event from API Gateway. */
  readonly event: APIGatewayProxyEventV2;
  /** Dependencies of the rules, from the moment the caller is found on with the caller as their actor. */
  context: DomainContext;
  readonly settings: HttpSettings;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Headers to add to the response. */
  readonly headers: Record<string, string>;
  /** Undefined until the caller is found, and for a request without a valid token. */
  caller: Caller<Kind> | undefined;
  /** Reads the caller's organization, at most once per request. @throws without a caller. */
  organization: () => Promise<Organization>;
  /** Resolves when the use of the API key is recorded. */
  useRecorded: Promise<void>;
  /** The count of the request in a pool, which may be pending; undefined before the request is counted. */
  admission: Admission | undefined;
  /** The look-up of the caller, once it has begun. A request that starts over does not look the caller up again. */
  lookUp: Promise<Caller<Kind> | undefined> | undefined;
  /** Throws {@link CallerChanged} when the remembered caller is not the caller any more. */
  confirmed: Promise<void>;
  /** Checks that the request has to pass, in the order in which their errors take precedence. They may be pending. */
  readonly checks: Promise<void>[];
  /** Reads for the organization that the token names; undefined where none were begun. */
  early: EarlyReads | undefined;
  once: Once;
}

export type Middleware<Kind extends Auth = Auth> = middy.MiddlewareObj<
  Exchange<Kind>,
  APIGatewayProxyStructuredResultV2
>;

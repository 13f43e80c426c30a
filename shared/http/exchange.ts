import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Auth } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { Decision } from '../domain/rate-limit/admit.ts';
import type { Caller } from './request.ts';

/** Settings of a stage that the stack reads. */
export interface HttpSettings {
  /** Requests that one source address has in a minute. */
  addressRequestsPerMinute: number;
  /** Whether an answer that breaks its contract is an error, so that it surprises a test and not a caller. */
  answersChecked: boolean;
}

/** Runs the work of a request, or answers what it answered before. */
export type Once = (work: () => Promise<object>) => Promise<object>;

/** One request on its way through the stack: the event that middy hands to each middleware. */
export interface Exchange<Kind extends Auth = Auth> {
  /** The request as API Gateway tells it. */
  readonly event: APIGatewayProxyEventV2;
  readonly context: DomainContext;
  readonly settings: HttpSettings;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Headers that the answer carries beside its own. */
  readonly headers: Record<string, string>;
  /** Undefined until the caller is known. */
  caller: Caller<Kind> | undefined;
  /** The caller's organization, read once. @throws without a caller. */
  organization: () => Promise<Organization>;
  /** Settles when the use of the API key is on record. */
  useRecorded: Promise<void>;
  /** Whether the request is admitted, perhaps still being found out; undefined before it is counted. */
  admission: Promise<Decision> | undefined;
  once: Once;
}

export type Middleware<Kind extends Auth = Auth> = middy.MiddlewareObj<
  Exchange<Kind>,
  APIGatewayProxyStructuredResultV2
>;

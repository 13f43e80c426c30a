import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth, EndpointFacts } from '../contract/endpoint.ts';
import { deployedContext } from '../deployed/context.ts';
import { deployedHttpSettings, deployedOriginSettings } from '../deployed/settings.ts';
import { actingAs, withinScope } from '../domain/context.ts';
import { logAbout } from '../platform/log.ts';
import { TableScope } from '../table/scope.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { behindCloudFront } from './behind-cloudfront.ts';
import { type Reads, readEarly, readerOf } from './early-reads.ts';
import { answered, errorResponses } from './envelope.ts';
import { allowed, CallerChanged, type EarlyReads, type Exchange, type Middleware } from './exchange.ts';
import { idempotency } from './idempotency.ts';
import { parseRequest } from './parse.ts';
import { rateLimit } from './rate-limit.ts';
import { type ApiAnswer, type ApiRequest, viewerAddress } from './request.ts';
import { requestLog } from './request-log.ts';
import { runsAhead } from './run-ahead.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  lambda: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Options of a handler. */
export interface HandlerOptions<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth> {
  /**
   * The items and collections that the handler will read, as far as the path and the query name them. They are read at
   * the same time, beside the look-up of the caller where the token names the organization. The rules then find them by
   * `get` and `getMany`, and by `all` without options.
   */
  reads?: Reads<Params, Query, Kind>;
}

/**
 * The Lambda handler of a contract: `handle` behind the middlewares, which run in this order for every
 * contract. Responses and errors pass through them in reverse order.
 *
 * A request is read for while it is still being checked, and a handler without effects outside the table begins. Its
 * writes wait until the request has passed all checks, and so does its answer.
 */
export function httpHandler<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Kind extends Auth,
>(
  contract: EndpointFacts<Params, Query, Body, Response, Kind>,
  handle: (request: ApiRequest<Params, Query, Body, Kind>) => Promise<ApiAnswer<Response>>,
  { reads }: HandlerOptions<Params, Query, Kind> = {},
): HttpHandler {
  const middlewares: Middleware<Kind>[] = [
    requestLog(),
    errorResponses(),
    authenticate(contract.auth),
    ...(contract.unmetered ? [] : [rateLimit()]),
    requireCaller(contract.auth),
    authorize(contract),
    // Without a count of requests, their keys would be stored without end.
    ...(contract.unmetered ? [] : [idempotency()]),
    againWhenCallerChanged((exchange, lambda) => stack(exchange, lambda)),
  ];
  const work = async (exchange: Exchange<Kind>) => {
    const early = earlyReadsOf(exchange);
    const context = withinScope(exchange.context, early?.scope ?? new TableScope(() => allowed(exchange)));
    const request = await parseRequest(contract, exchange, context);
    return exchange.once(request.body, async () => {
      if (early) await early.begun;
      else if (reads) {
        const { params, query } = request;
        const caller = readerOf(contract.auth, request.caller);
        context.table.readAhead(reads({ params, query, caller, context }));
      }
      if (!runsAhead(contract)) await allowed(exchange);
      return handle(request);
    });
  };
  const stack = middy<Exchange<Kind>, APIGatewayProxyStructuredResultV2>()
    .use(middlewares)
    .handler(async (exchange) => {
      const working = work(exchange);
      // A request that is refused is answered without the result.
      working.catch(() => undefined);
      await allowed(exchange);
      return answered(contract, exchange, await working);
    });
  return behindCloudFront(contract.operation, deployedOriginSettings, (event, requestId, lambda) => {
    // The schemas of a first request are loaded while its caller is looked up.
    contract.loadRequestCheck().catch(() => undefined);
    return logAbout({ operation: contract.operation }, () => {
      const exchange = exchangeOf<Kind>(event, requestId);
      if (reads) exchange.early = readEarly(contract, exchange, reads);
      return stack(exchange, lambda);
    });
  });
}

/** The reads that were begun for the caller's organization. */
function earlyReadsOf({ early, caller }: Exchange): EarlyReads | undefined {
  return early && early.organizationId === caller?.organizationId ? early : undefined;
}

/**
 * The innermost middleware. A request that was begun for a caller who is not the caller any more starts over, with the
 * caller whom the look-up has found. It stays counted if it counts in the same pool.
 */
function againWhenCallerChanged<Kind extends Auth>(
  stack: (exchange: Exchange<Kind>, lambda: Context) => Promise<APIGatewayProxyStructuredResultV2>,
): Middleware<Kind> {
  return {
    onError: async (request) => {
      const { event: exchange, context: lambda } = request;
      try {
        await exchange.confirmed;
        return undefined;
      } catch (error) {
        if (error instanceof CallerChanged) return stack(startedOver(exchange), lambda);
        request.error = error instanceof Error ? error : new Error(String(error));
        return undefined;
      }
    },
  };
}

function exchangeOf<Kind extends Auth>(event: APIGatewayProxyEventV2, requestId: string): Exchange<Kind> {
  const context = actingAs(deployedContext(), { address: viewerAddress(event) });
  return {
    event,
    context,
    settings: deployedHttpSettings(),
    requestId,
    startedAt: context.clock.now(),
    headers: {},
    caller: undefined,
    organization: withoutCaller,
    useRecorded: Promise.resolve(),
    admission: undefined,
    lookUp: undefined,
    confirmed: Promise.resolve(),
    checks: [],
    early: undefined,
    once: (_, work) => work(),
  };
}

/** The same request without what was derived from the caller whom this process had remembered. */
function startedOver<Kind extends Auth>(exchange: Exchange<Kind>): Exchange<Kind> {
  const { event, requestId, startedAt, admission, lookUp, useRecorded } = exchange;
  return { ...exchangeOf<Kind>(event, requestId), startedAt, admission, lookUp, useRecorded };
}

async function withoutCaller(): Promise<never> {
  throw new Error(
    'A request without a caller has no organization: read it only where the contract requires a caller.',
  );
}

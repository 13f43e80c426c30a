import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth, EndpointFacts } from '../contract/endpoint.ts';
import { deployedContext } from '../deployed/context.ts';
import { deployedHttpSettings, deployedOriginSettings } from '../deployed/settings.ts';
import { actingAs } from '../domain/context.ts';
import { logAbout } from '../platform/log.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { behindCloudFront } from './behind-cloudfront.ts';
import { answered, errorResponses } from './envelope.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { idempotency } from './idempotency.ts';
import { parseRequest } from './parse.ts';
import { rateLimit } from './rate-limit.ts';
import { type ApiAnswer, type ApiRequest, viewerAddress } from './request.ts';
import { requestLog } from './request-log.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  lambda: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The Lambda handler of a contract: `handle` behind the middlewares, which run in this order for every
 * contract. Responses and errors pass through them in reverse order.
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
): HttpHandler {
  const middlewares: Middleware<Kind>[] = [
    requestLog(),
    errorResponses(),
    authenticate(contract.auth),
    ...(contract.unmetered ? [] : [rateLimit(contract)]),
    requireCaller(contract.auth),
    authorize(contract),
    // Without a count of requests, their keys would be stored without end.
    ...(contract.unmetered ? [] : [idempotency()]),
  ];
  const stack = middy<Exchange<Kind>, APIGatewayProxyStructuredResultV2>()
    .use(middlewares)
    .handler(async (exchange) => {
      const request = await parseRequest(contract, exchange);
      const answer = await exchange.once(() => handle(request));
      return answered(contract, exchange, answer);
    });
  return behindCloudFront(contract.operation, deployedOriginSettings, (event, lambda) => {
    // The schemas of a first request are loaded while its caller is looked up.
    contract.loadRequestCheck().catch(() => undefined);
    return logAbout({ operation: contract.operation }, () => stack(exchangeOf<Kind>(event), lambda));
  });
}

function exchangeOf<Kind extends Auth>(event: APIGatewayProxyEventV2): Exchange<Kind> {
  const context = actingAs(deployedContext(), { address: viewerAddress(event) });
  return {
    event,
    context,
    settings: deployedHttpSettings(),
    requestId: context.newId('request'),
    startedAt: context.clock.now(),
    headers: {},
    caller: undefined,
    organization: withoutCaller,
    useRecorded: Promise.resolve(),
    admission: undefined,
    once: (work) => work(),
  };
}

async function withoutCaller(): Promise<never> {
  throw new Error(
    'A request without a caller has no organization: read it only where the contract requires a caller.',
  );
}

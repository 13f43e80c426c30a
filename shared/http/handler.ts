import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth, EndpointFacts } from '../contract/endpoint.ts';
import { deployedContext } from '../deployed/context.ts';
import { once } from '../deployed/once.ts';
import { deployedHttpSettings, deployedOriginSettings } from '../deployed/settings.ts';
import { contextWith } from '../domain/context.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import { logAbout } from '../platform/log.ts';
import { keys } from '../table/keys.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { behindCloudFront } from './behind-cloudfront.ts';
import { answered, errorResponses } from './envelope.ts';
import type { RequestExchange } from './exchange.ts';
import { idempotency } from './idempotency.ts';
import { parseRequest, parseUrl } from './parse.ts';
import { rateLimit } from './rate-limit.ts';
import type { Reads } from './reads.ts';
import { type ApiAnswer, type ApiRequest, viewerAddress } from './request.ts';
import { requestLog } from './request-log.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  lambda: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Options of a handler. */
export interface HandlerOptions<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth> {
  /**
   * The items and queries that the handler will read, as far as the path and the query name them. They are read at the
   * same time, beside the look-up of the caller where the token names the organization. The rules then find them by
   * `get`, `getMany`, `query` and `all` with the same keys or options.
   */
  reads?: Reads<Params, Query, Kind>;
}

/**
 * The Lambda handler of a contract: `handle` behind the middlewares, which run in this order for every contract. Responses
 * and errors pass through them in reverse order. `handle` begins when the request has passed all checks.
 * Design: docs/design/requests.md.
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
  const stack = middy<RequestExchange<Params, Query, Kind>, APIGatewayProxyStructuredResultV2>()
    .use([
      requestLog(),
      errorResponses(),
      authenticate(contract),
      ...(contract.unmetered ? [] : [rateLimit()]),
      requireCaller(contract.auth),
      authorize(contract),
      // Without a count of requests, their keys would be stored without end.
      ...(contract.unmetered ? [] : [idempotency()]),
    ])
    .handler(async (exchange) => {
      const request = await parseRequest(contract, exchange);
      const answer = await exchange.once(request.body, () => handle(request));
      return answered(contract, exchange, answer);
    });
  return behindCloudFront(contract.operation, deployedOriginSettings, (event, requestId, lambda) =>
    logAbout({ operation: contract.operation }, () =>
      stack(exchangeOf(contract, event, requestId, reads), lambda),
    ),
  );
}

function exchangeOf<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth>(
  contract: EndpointFacts<Params, Query, z.ZodType, z.ZodType, Kind>,
  event: APIGatewayProxyEventV2,
  requestId: string,
  reads: Reads<Params, Query, Kind> | undefined,
): RequestExchange<Params, Query, Kind> {
  const context = contextWith(deployedContext(), { address: viewerAddress(event) });
  const table = once(() => context.table.forRequest());
  const handlerContext = contextWith(context, { table });
  // Begun now, so that the schemas of a first request are loaded while its caller is looked up.
  const url = parseUrl(contract, event);
  url.catch(() => undefined);
  const organizations = new Map<string, Promise<Organization>>();
  const organization = (organizationId: string) => {
    const read = organizations.get(organizationId) ?? readOrganization(handlerContext, organizationId);
    read.catch(() => undefined);
    organizations.set(organizationId, read);
    return read;
  };
  return {
    event,
    context,
    handlerContext,
    url,
    settings: deployedHttpSettings(),
    requestId,
    startedAt: context.clock.now(),
    headers: {},
    organization,
    readAhead: async (caller) => {
      if (!caller) return;
      if (contract.feature) table().readAhead([keys.organization(caller.organizationId)]);
      if (!reads) return;
      try {
        table().readAhead(reads({ ...(await url), caller, context: handlerContext }));
      } catch {
        // The request meets this fault again where errors have their order: of its URL, or a member without a model.
      }
    },
    caller: undefined,
    useRecorded: Promise.resolve(),
    count: undefined,
    once: (_, work) => work(),
  };
}

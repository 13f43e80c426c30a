import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { logAbout } from '../platform/log.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { envelope } from './envelope.ts';
import { idempotency } from './idempotency.ts';
import { parse } from './parse.ts';
import { rateLimit } from './rate-limit.ts';
import type { ApiAnswer, ApiRequest } from './request.ts';
import { requestLog } from './request-log.ts';
import type { Exchange, StackRequest } from './stack.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The Lambda handler of a contract: the one stack of middlewares, always in this order, around `handle`.
 * Answers and errors pass it from the last to the first.
 */
export function httpHandler<Contract extends Endpoint>(
  contract: Contract,
  handle: (request: ApiRequest<Contract>) => Promise<ApiAnswer<Contract>>,
): HttpHandler {
  const stack = middy<Exchange['event'], unknown, Error, Context, Exchange['internal']>()
    .use(requestLog())
    .use(envelope(contract))
    .use(authenticate(contract))
    .use(contract.unmetered ? [] : rateLimit(contract))
    .use(requireCaller(contract))
    .use(authorize(contract))
    .use(idempotency())
    .use(parse(contract))
    .handler(async (event) => {
      const { request, once } = event as unknown as StackRequest;
      return once(() => handle(request as ApiRequest<Contract>));
    });
  const handler = stack as unknown as HttpHandler;
  return (event, context) => logAbout({ operation: contract.operation }, () => handler(event, context));
}

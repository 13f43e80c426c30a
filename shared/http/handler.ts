import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { envelope } from './envelope.ts';
import { parse } from './parse.ts';
import type { ApiAnswer, ApiRequest } from './request.ts';
import { requestLog } from './request-log.ts';
import type { Exchange } from './stack.ts';

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The Lambda handler of a contract: the one stack of middlewares, always in this order, around `handle`.
 * Rate limiting belongs between authenticating and authorizing, idempotency between parsing and handling.
 */
export function httpHandler<Contract extends Endpoint>(
  contract: Contract,
  handle: (request: ApiRequest<Contract>) => Promise<ApiAnswer<Contract>>,
): HttpHandler {
  const stack = middy<Exchange['event'], unknown, Error, Context, Exchange['internal']>()
    .use(requestLog(contract))
    .use(envelope(contract))
    .use(authenticate(contract))
    .use(authorize(contract))
    .use(parse(contract))
    .handler(async (request) => handle(request as unknown as ApiRequest<Contract>));
  return stack as unknown as HttpHandler;
}

import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../contract/endpoint.ts';
import { deployedContext } from '../domain/context.ts';
import { log } from '../platform/log.ts';
import { type Exchange, type Middleware, required } from './stack.ts';

/** Outermost: names the request, and writes one line for it once its answer is known. */
export function requestLog(contract: Endpoint): Middleware {
  const finish = (exchange: Exchange) => {
    const response = exchange.response as APIGatewayProxyStructuredResultV2;
    const requestId = required(exchange, 'requestId');
    response.headers = {
      ...response.headers,
      ...required(exchange, 'headers'),
      'X-Request-Id': requestId,
    };
    log.info('request', {
      requestId,
      operation: contract.operation,
      status: response.statusCode,
      organizationId: exchange.internal.caller?.organizationId,
      durationMs: deployedContext().clock.now() - required(exchange, 'startedAt'),
    });
  };
  return {
    before: (exchange) => {
      const { newId, clock } = deployedContext();
      exchange.internal.requestId = newId('request');
      exchange.internal.startedAt = clock.now();
      exchange.internal.headers = {};
    },
    after: finish,
    onError: finish,
  };
}

import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { deployedContext } from '../domain/context.ts';
import { addToLog, log, subjectsOf } from '../platform/log.ts';
import { type Exchange, type Middleware, required } from './stack.ts';

/** Outermost: names the request, and writes one line for it once its answer is known. */
export function requestLog(): Middleware {
  const finish = (exchange: Exchange) => {
    const response = exchange.response as APIGatewayProxyStructuredResultV2;
    const requestId = required(exchange, 'requestId');
    response.headers = {
      ...response.headers,
      ...required(exchange, 'headers'),
      'X-Request-Id': requestId,
    };
    log.info('request', {
      status: response.statusCode,
      durationMs: deployedContext().clock.now() - required(exchange, 'startedAt'),
    });
  };
  return {
    before: (exchange) => {
      const { newId, clock } = deployedContext();
      const requestId = newId('request');
      addToLog({ requestId, ...subjectsOf(exchange.event.pathParameters) });
      exchange.internal.requestId = requestId;
      exchange.internal.startedAt = clock.now();
      exchange.internal.headers = {};
    },
    after: finish,
    onError: finish,
  };
}

import { addToLog, log, subjectsOf } from '../platform/log.ts';
import type { Middleware } from './exchange.ts';

/** Outermost: names the request, and writes one line for it once its answer is known. */
export function requestLog(): Middleware {
  const finish: Middleware['after'] = (request) => {
    const { response, event: exchange } = request;
    request.response = {
      ...response,
      headers: { ...response?.headers, ...exchange.headers, 'X-Request-Id': exchange.requestId },
    };
    log.info('request', {
      status: response?.statusCode,
      durationMs: exchange.context.clock.now() - exchange.startedAt,
    });
  };
  return {
    before: ({ event: { requestId, event } }) => {
      addToLog({ requestId, ...subjectsOf(event.pathParameters) });
    },
    after: finish,
    onError: finish,
  };
}

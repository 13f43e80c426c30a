import { addToLog, log, subjectsOf } from '../platform/log.ts';
import type { Middleware } from './exchange.ts';
import { viewerAddress } from './request.ts';

/**
 * The outermost middleware. It adds the request id to the log, and logs each request in one line.
 * That line has the viewer's address, and the id by which the access log of API Gateway names the request.
 */
export function requestLog(): Middleware {
  const finish: Middleware['after'] = (request) => {
    const { response, event: exchange } = request;
    request.response = { ...response, headers: { ...response?.headers, ...exchange.headers } };
    log.info('request', {
      status: response?.statusCode,
      address: viewerAddress(exchange.event),
      gatewayRequestId: exchange.event.requestContext.requestId,
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

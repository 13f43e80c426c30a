import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBody } from '../aws/json-endpoint.ts';
import type { Invoke } from '../lambda/function-pool.ts';
import { RequestTooLarge } from '../lambda/invocation-error.ts';
import type { ApiIdentity } from './api-identity.ts';
import { type Edge, noEdge } from './edge.ts';
import { gatewayEvent } from './gateway-event.ts';
import { sendGatewayError, sendGatewayResult } from './gateway-response.ts';
import type { MatchRoute } from './routes.ts';
import type { ViewerResponse } from './viewer-function.ts';

/** Limits of an HTTP API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;
const TIMED_OUT = Symbol('timed out');

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The parts of CloudFront and API Gateway: viewer function, headers, route, event, invocation, response. */
export function createGateway(
  matchRoute: MatchRoute,
  api: ApiIdentity,
  invoke: Invoke,
  edge: Edge = noEdge,
): RequestListener {
  return async (request, response) => {
    const requestId = randomUUID();
    // A request to the host name of an API has gone around CloudFront.
    const throughEdge = !request.headers.host?.includes('.execute-api.');
    const { viewerFunction, originHeaders, responseHeaders } = throughEdge ? edge : noEdge;
    for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value);
    const [viewerPath, rawQueryString] = splitTarget(request.url ?? '/');
    try {
      const path = viewerFunction(request, viewerPath);
      if (typeof path !== 'string') {
        // Clients may not read the answer until they have sent the whole body.
        request.resume();
        return sendGatewayResult(response, structured(path), requestId);
      }
      const match = matchRoute(request.method ?? 'GET', path);
      if (match === undefined) return sendGatewayError(response, 404, 'Not Found');
      const body = await readBody(request, BODY_LIMIT_BYTES);
      const event = gatewayEvent(
        {
          request,
          requestId,
          path,
          rawQueryString,
          match,
          body,
          now: Date.now(),
          throughEdge,
          originHeaders,
        },
        api,
      );
      const result = await withinTimeout(invoke(match.route.functionArn, event));
      if (result === TIMED_OUT) return sendGatewayError(response, 503, 'Service Unavailable');
      sendGatewayResult(response, result, requestId);
    } catch (error) {
      if (error instanceof URIError) return sendGatewayError(response, 400, 'Bad Request');
      if (error instanceof BodyTooLarge || error instanceof RequestTooLarge)
        return sendGatewayError(response, 413, 'Request Entity Too Large');
      throw error;
    }
  };
}

function structured({ statusCode, headers, body }: ViewerResponse) {
  const values = Object.entries(headers).map(([name, { value }]) => [name, value]);
  return { statusCode, headers: Object.fromEntries(values), body: body.data };
}

function splitTarget(target: string): [string, string] {
  const question = target.indexOf('?');
  return question === -1 ? [target, ''] : [target.slice(0, question), target.slice(question + 1)];
}

async function withinTimeout(invocation: Promise<unknown>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, INTEGRATION_TIMEOUT_MS, TIMED_OUT);
  try {
    return await Promise.race([invocation, late]);
  } finally {
    clearTimeout(timer);
  }
}

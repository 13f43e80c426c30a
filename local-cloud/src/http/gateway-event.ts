import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiIdentity } from './api-identity.ts';
import type { RouteMatch } from './routes.ts';

export interface GatewayRequest {
  request: IncomingMessage;
  requestId: string;
  path: string;
  rawQueryString: string;
  match: RouteMatch;
  body: Buffer;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the request came through CloudFront. */
  throughEdge: boolean;
  /** Headers that CloudFront adds. */
  originHeaders: Readonly<Record<string, string>>;
}

/** Content types whose bodies API Gateway hands over as text; all others, forms included, it encodes in base64. */
const TEXT_CONTENT = /^(text\/|application\/(json|xml|javascript)\b|application\/[^;]+\+(json|xml)\b)/i;

/** The event of payload format 2.0: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
export function gatewayEvent(gateway: GatewayRequest, api: ApiIdentity): APIGatewayProxyEventV2 {
  const { request, requestId, path, rawQueryString, match, body, now, throughEdge } = gateway;
  const method = request.method ?? 'GET';
  const peer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
  const { cookie, ...headers } = joinedHeaders(request);
  const isBase64Encoded = body.length > 0 && !TEXT_CONTENT.test(headers['content-type'] ?? 'text/plain');
  const queryStringParameters = joinedQuery(rawQueryString);
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers: {
      ...headers,
      ...gateway.originHeaders,
      host: api.domainName,
      // CloudFront adds the viewer, and API Gateway the CloudFront server that calls it.
      'x-forwarded-for': [headers['x-forwarded-for'], ...(throughEdge ? [peer] : []), peer]
        .filter((part) => part !== undefined)
        .join(', '),
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    },
    ...(Object.keys(queryStringParameters).length === 0 ? {} : { queryStringParameters }),
    ...(Object.keys(match.pathParameters).length === 0 ? {} : { pathParameters: match.pathParameters }),
    requestContext: {
      accountId: api.accountId,
      apiId: api.apiId,
      domainName: api.domainName,
      domainPrefix: api.apiId,
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: peer,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: match.route.routeKey,
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    ...(body.length === 0 ? {} : { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** The headers with repeated ones joined, as API Gateway joins them. */
export function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values !== undefined) joined[name] = values.join(name === 'cookie' ? '; ' : ',');
  }
  return joined;
}

function joinedQuery(rawQueryString: string): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    joined[name] = joined[name] === undefined ? value : `${joined[name]},${value}`;
  }
  return joined;
}

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { HttpHandler } from '../../shared/http/handler.ts';

export interface Call {
  method?: string;
  path?: string;
  bearer?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  /** The query without its question mark. */
  query?: string;
  body?: unknown;
  /** A body in place of `body`, as its sender wrote it. */
  bytes?: Uint8Array;
  /** The viewer's address, which CloudFront appends to X-Forwarded-For. */
  address?: string;
  /** An X-Forwarded-For that the viewer itself sent. */
  forgedAddress?: string;
  remainingMilliseconds?: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const CLOUDFRONT_ADDRESS = '203.0.113.250';

/** Calls a handler in this process, for situations that a caller cannot cause over HTTP. */
export async function invoke(handler: HttpHandler, call: Call = {}): Promise<Answer> {
  const { method = 'GET', path = '/', query = '', bearer, params, body, bytes } = call;
  const { address = '203.0.113.1', forgedAddress } = call;
  const event = {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      'x-forwarded-for': [forgedAddress, address, CLOUDFRONT_ADDRESS].filter(Boolean).join(', '),
      ...(bytes && { 'content-length': String(bytes.length) }),
      ...call.headers,
    },
    requestContext: { http: { method, path, sourceIp: CLOUDFRONT_ADDRESS } },
    ...(params && { pathParameters: params }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // As API Gateway hands a text over.
    ...(bytes && { body: Buffer.from(bytes).toString('utf8') }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const remaining = call.remainingMilliseconds ?? 10_000;
  const context = { getRemainingTimeInMillis: () => remaining } as Context;
  const { statusCode = 0, headers = {}, body: text = '' } = await handler(event, context);
  return {
    status: statusCode,
    headers: headers as Record<string, string>,
    body: JSON.parse(text) as Record<string, unknown>,
  };
}

/** Sets the environment variables that a deployed function has and an operator command does not. */
export function setFunctionEnvironment(addressRequestsPerMinute: number): void {
  Object.assign(process.env, {
    STAGE: 'local',
    PROVIDER: 'studio',
    APP_URL: 'https://app.test',
    ORIGIN_SECRETS: 'none',
    ADDRESS_REQUESTS_PER_MINUTE: String(addressRequestsPerMinute),
  });
}

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Edge, noEdge } from '../src/http/edge.ts';
import { createGateway } from '../src/http/gateway.ts';
import { routeMatcher } from '../src/http/routes.ts';
import { OriginServer } from '../src/http/server.ts';
import { InvocationError } from '../src/lambda/invocation-error.ts';
import { createLog, type Log } from '../src/log.ts';

const route = (routeKey: string) => ({ routeKey, functionArn: `arn of ${routeKey}` });

describe('routes', () => {
  const match = routeMatcher(
    [
      'GET /models/{id}',
      'GET /models/new',
      'ANY /models/{id}',
      'GET /models/{id}/photos',
      'GET /{proxy+}',
      'GET /models/{id}/{rest+}',
      '$default',
    ].map(route),
  );
  const found = (method: string, path: string) => {
    const result = match(method, path);
    return [result?.route.routeKey, result?.pathParameters];
  };

  test('with literals precede placeholders, those precede a greedy one, and a method precedes ANY', () => {
    expect(found('GET', '/models/new')).toEqual(['GET /models/new', {}]);
    expect(found('GET', '/models/7')).toEqual(['GET /models/{id}', { id: '7' }]);
    expect(found('PUT', '/models/7')).toEqual(['ANY /models/{id}', { id: '7' }]);
    expect(found('GET', '/models/7/photos')).toEqual(['GET /models/{id}/photos', { id: '7' }]);
    expect(found('GET', '/models/7/a/b')).toEqual(['GET /models/{id}/{rest+}', { id: '7', rest: 'a/b' }]);
    expect(found('GET', '/x')).toEqual(['GET /{proxy+}', { proxy: 'x' }]);
  });

  test('of other paths are $default, or undefined without it', () => {
    expect(found('PUT', '/x')).toEqual(['$default', {}]);
    expect(routeMatcher([route('GET /x')])('GET', '/y')).toBeUndefined();
    expect(routeMatcher([route('GET /x')])('GET', '/x/')).toBeUndefined();
    expect(routeMatcher([route('GET /x/{id}')])('GET', '/x/')).toBeUndefined();
  });

  test('decode path parameters', () => {
    expect(found('GET', '/models/a%2Fb%20%C3%A9')).toEqual(['GET /models/{id}', { id: 'a/b é' }]);
    expect(() => match('GET', '/models/%E0%A4%A')).toThrow(URIError);
  });
});

type Handle = (event: APIGatewayProxyEventV2) => unknown;

async function gatewayWith(
  handle: Handle,
  edge?: Edge,
  log = createLog('silent'),
): Promise<{ url: string; port: number }> {
  const origin = await OriginServer.listen(0, log);
  onTestFinished(() => origin.close());
  const api = {
    apiId: 'Api1',
    accountId: '000000000000',
    domainName: 'Api1.execute-api.us-east-1.amazonaws.com',
  };
  const match = routeMatcher(['ANY /things/{id}', '$default'].map(route));
  origin.serve(
    {},
    createGateway(match, api, async (_function, event) => handle(event as APIGatewayProxyEventV2), edge),
  );
  return { url: origin.url, port: Number(new URL(origin.url).port) };
}

/** The event that the function received for a request. */
async function eventOf(path: string, init: RequestInit = {}): Promise<APIGatewayProxyEventV2> {
  let seen: APIGatewayProxyEventV2 | undefined;
  const { url } = await gatewayWith((event) => {
    seen = event;
    return { statusCode: 200 };
  });
  await fetch(url + path, init);
  if (seen === undefined) throw new Error('The function was not invoked.');
  return seen;
}

describe('events', () => {
  test('have the payload format 2.0', async () => {
    const event = await eventOf('/things/a%20b?x=1&x=2&y=%26', {
      headers: [
        ['X-One', '1'],
        ['X-One', '2'],
        ['Cookie', 'a=1; b=2'],
        ['User-Agent', 'tester'],
        ['X-Forwarded-For', '203.0.113.9'],
      ],
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /things/{id}',
      rawPath: '/things/a%20b',
      rawQueryString: 'x=1&x=2&y=%26',
      cookies: ['a=1', 'b=2'],
      pathParameters: { id: 'a b' },
      queryStringParameters: { x: '1,2', y: '&' },
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        apiId: 'Api1',
        routeKey: 'ANY /things/{id}',
        stage: '$default',
        http: { method: 'GET', path: '/things/a%20b', sourceIp: '127.0.0.1', userAgent: 'tester' },
      },
    });
    expect(event.headers['x-one']).toMatch(/^1,\s?2$/);
    expect(event.headers.cookie).toBeUndefined();
    expect(event.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1, 127.0.0.1');
    // Behind CloudFront a function never sees the viewer's host name.
    expect(event.headers.host).toBe('Api1.execute-api.us-east-1.amazonaws.com');
    expect(event.body).toBeUndefined();
  });

  test('omit the fields that a request does not have', async () => {
    const event = await eventOf('/elsewhere');
    expect(event).toMatchObject({ routeKey: '$default', rawQueryString: '' });
    expect(Object.keys(event)).not.toContain('queryStringParameters');
    expect(Object.keys(event)).not.toContain('pathParameters');
    expect(Object.keys(event)).not.toContain('cookies');
  });

  test.each([
    ['application/json', '{"a":"é"}', false],
    ['application/problem+json; charset=utf-8', '{}', false],
    ['text/plain', 'x', false],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['image/jpeg', '\u00ff', true],
  ])('a body of type %s', async (contentType, body, encoded) => {
    const event = await eventOf('/x', { method: 'POST', headers: { 'content-type': contentType }, body });
    expect(event.isBase64Encoded).toBe(encoded);
    expect(Buffer.from(event.body ?? '', encoded ? 'base64' : 'utf8').toString()).toBe(body);
  });
});

describe('CloudFront', () => {
  const edge: Edge = {
    ...noEdge,
    originHeaders: { 'x-origin-secret': 'ours' },
    responseHeaders: { 'x-content-type-options': 'nosniff', 'x-both': 'edge' },
  };
  const seen: APIGatewayProxyEventV2[] = [];
  const passThrough = async (headers: Record<string, string>) => {
    const { port } = await gatewayWith((event) => {
      seen.push(event);
      return { statusCode: 200, headers: { 'X-Both': 'function' } };
    }, edge);
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    request({ port, path: '/x', headers }, resolve).end();
    const response = await promise;
    response.resume();
    return { event: seen.at(-1), headers: response.headers };
  };

  test('replaces the headers that it adds to requests, and adds headers that a response does not have', async () => {
    const { event, headers } = await passThrough({ 'X-Origin-Secret': 'theirs' });
    expect(event?.headers['x-origin-secret']).toBe('ours');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-both': 'function' });
  });

  test('is not passed by a request to the host name of the API', async () => {
    const host = 'Api1.execute-api.us-east-1.amazonaws.com';
    const { event, headers } = await passThrough({ host, 'X-Forwarded-For': '192.0.2.1' });
    expect(event?.headers).not.toHaveProperty('x-origin-secret');
    expect(event?.headers['x-forwarded-for']).toBe('192.0.2.1, 127.0.0.1');
    expect(headers).not.toHaveProperty('x-content-type-options');
  });
});

describe('responses', () => {
  const answerOf = async (result: unknown) => {
    const { url } = await gatewayWith(() => result);
    return fetch(`${url}/x`);
  };

  test('carry status, headers, cookies and body', async () => {
    const response = await answerOf({
      statusCode: 201,
      headers: { 'Content-Type': 'text/html', 'X-Number': 3 },
      cookies: ['a=1; HttpOnly', 'b=2'],
      body: '<p>é',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('x-number')).toBe('3');
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(await response.text()).toBe('<p>é');
  });

  test('decode base64 bodies', async () => {
    const response = await answerOf({ statusCode: 200, isBase64Encoded: true, body: '/9g=' });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0xd8]);
  });

  test('without a status have the result as the body of a 200', async () => {
    const response = await answerOf({ hello: 'world' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ hello: 'world' });
  });
});

describe('failures answer as API Gateway does', () => {
  test('and name the request, whose id is in the log of an error', async () => {
    const lines: string[] = [];
    const report: Log['report'] = (_level, message) => void lines.push(message);
    const { url } = await gatewayWith(
      () => {
        throw new Error('unexpected');
      },
      undefined,
      { ...createLog('silent'), report },
    );
    const { status, headers } = await fetch(`${url}/x?token=secret`);
    const requestId = headers.get('x-request-id');
    expect([status, requestId]).toEqual([500, expect.stringMatching(/^req_/)]);
    expect(lines).toEqual([expect.stringContaining(`${requestId} GET /x: Error: unexpected`)]);
    expect(lines[0]).not.toContain('secret');
  });

  test('an error of the function is a 500 without its cause', async () => {
    const { url } = await gatewayWith(() => {
      throw new InvocationError({ errorType: 'Error', errorMessage: 'secret', trace: [] });
    });
    const response = await fetch(`${url}/x`);
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  });

  test('a body above 10 MB is a 413', async () => {
    const { url } = await gatewayWith(() => ({ statusCode: 200 }));
    const post = (size: number) => fetch(url, { method: 'POST', body: 'x'.repeat(size) });
    expect((await post(1024 * 1024)).status).toBe(200);
    const { status, headers } = await post(10 * 1024 * 1024 + 1);
    expect([status, headers.get('x-request-id')]).toEqual([413, expect.stringMatching(/^req_/)]);
  });

  test('a path that is not UTF-8 is a 400', async () => {
    const { port } = await gatewayWith(() => ({ statusCode: 200 }));
    const socket = connect(port, '127.0.0.1');
    socket.end('GET /things/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('400 Bad Request');
  });
});

describe('the origin', () => {
  test('answers 503 until it is ready, and hands prefixes to their listeners', async () => {
    const origin = await OriginServer.listen(0, createLog('silent'));
    onTestFinished(() => origin.close());
    const { status, headers } = await fetch(origin.url);
    expect([status, headers.get('x-request-id')]).toEqual([503, expect.stringMatching(/^req_/)]);
    const say = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
      void response.end(text);
    origin.serve({ '/_s3': say('s3') }, say('app'));
    const text = async (path: string) => (await fetch(origin.url + path)).text();
    expect(await text('/_s3/bucket/key')).toBe('s3');
    expect(await text('/_s3?list')).toBe('s3');
    expect(await text('/_s3x')).toBe('app');
    expect(await text('/')).toBe('app');
  });

  test('names the port that is in use', async () => {
    const origin = await OriginServer.listen(0, createLog('silent'));
    onTestFinished(() => origin.close());
    const port = Number(new URL(origin.url).port);
    await expect(OriginServer.listen(port, createLog('silent'))).rejects.toThrow(`Port ${port} is in use`);
  });
});

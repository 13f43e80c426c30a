import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Semaphore } from '@headshots/local-cloud/lambda/semaphore.ts';

/**
 * The maximum number of requests at a time. An emulator starts a process for each concurrent invocation of a
 * function, and with hundreds of processes every function would time out.
 */
const MAX_IN_PROGRESS = 8;

/** The origin of the emulated stage, in the place of CloudFront. */
export interface Proxy {
  url: string;
  /** Forwards requests to this API from now on. */
  serve(endpoint: string, apiId: string): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy for an emulated HTTP API. The API itself cannot serve as the origin: its host name does not
 * resolve on every machine, its paths do not begin at the root, and the origin has to be known before the
 * deployment.
 * @param port 0 chooses a free port.
 */
export async function startProxy(port = 0): Promise<Proxy> {
  let api: URL | undefined;
  const slots = new Semaphore(MAX_IN_PROGRESS);
  const server = createServer(async (request, response) => {
    await slots.enter();
    if (response.destroyed) return slots.leave();
    response.once('close', () => slots.leave());
    if (api) forward(request, response, api);
    else response.writeHead(503).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (endpoint, apiId) => {
      api = new URL(`/_aws/execute-api/${apiId}/$default`, endpoint);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, api: URL): void {
  const peer = request.socket.remoteAddress ?? '127.0.0.1';
  const forwardedFor = request.headers['x-forwarded-for'];
  const forwarded = requestOf({
    host: api.hostname,
    port: api.port,
    method: request.method,
    path: `${api.pathname}${request.url}`,
    headers: {
      ...request.headers,
      host: api.host,
      // CloudFront adds the viewer, and API Gateway the CloudFront server that calls it.
      'x-forwarded-for': [forwardedFor, peer, peer].filter((part) => part !== undefined).join(', '),
    },
  });
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Semaphore } from '../../local/lambda/semaphore.ts';

/**
 * An emulator starts a process for each call of a function that runs beside another, and a few hundred at once would
 * all take longer than the function may.
 */
const IN_PROGRESS_MAX = 8;

/** The stage's one origin on this machine, as CloudFront is on AWS. */
export interface Proxy {
  url: string;
  /** From now on it passes on to this API. */
  serve(endpoint: string, apiId: string): void;
  close(): Promise<void>;
}

/**
 * A proxy for an emulated HTTP API. The API's own host name does not resolve everywhere, its paths do not begin at
 * the root, and its links have to be known before it is deployed.
 * @param port 0 for any free one
 */
export async function startProxy(port = 0): Promise<Proxy> {
  let api: URL | undefined;
  const places = new Semaphore(IN_PROGRESS_MAX);
  const server = createServer(async (request, response) => {
    await places.enter();
    if (response.destroyed) return places.leave();
    response.once('close', () => places.leave());
    if (api) passOn(request, response, api);
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

function passOn(request: IncomingMessage, response: ServerResponse, api: URL): void {
  const peer = request.socket.remoteAddress ?? '127.0.0.1';
  const claimed = request.headers['x-forwarded-for'];
  const passed = requestOf({
    host: api.hostname,
    port: api.port,
    method: request.method,
    path: `${api.pathname}${request.url}`,
    headers: {
      ...request.headers,
      host: api.host,
      // CloudFront adds the viewer, and API Gateway the CloudFront server that calls it.
      'x-forwarded-for': [claimed, peer, peer].filter((part) => part !== undefined).join(', '),
    },
  });
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

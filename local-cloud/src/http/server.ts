import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { sendGatewayError } from './gateway-response.ts';

/** Answers the requests below a path. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** The HTTP server of the local cloud's one origin. It answers 503 until its listeners are set. */
export class OriginServer {
  readonly #server: Server;
  readonly #log: Log;
  #prefixes: [string, Listener][] = [];
  #fallback: Listener = (_request, response) => sendGatewayError(response, 503, 'Service Unavailable');

  private constructor(log: Log) {
    this.#log = log;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** @param port 0 for any free one. @throws when the port is in use, with the remedy */
  static async listen(port: number, log: Log): Promise<OriginServer> {
    const origin = new OriginServer(log);
    origin.#server.listen(port, '127.0.0.1');
    await once(origin.#server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(`Port ${port} is in use. Set PORT to another one, or stop what listens there.`);
    });
    return origin;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** @param prefixes path prefix without a final slash → its listener; `fallback` takes all other paths */
  serve(prefixes: Readonly<Record<string, Listener>>, fallback: Listener): void {
    this.#prefixes = Object.entries(prefixes);
    this.#fallback = fallback;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const requestId = `req_${randomUUID()}`;
    // An answer of a function replaces it with its own.
    response.setHeader('x-request-id', requestId);
    const listener =
      this.#prefixes.find(
        ([prefix]) => url.startsWith(prefix) && /^([/?]|$)/.test(url.slice(prefix.length)),
      )?.[1] ?? this.#fallback;
    try {
      await listener(request, response);
    } catch (error) {
      const [path] = url.split('?');
      this.#log.report(
        'error',
        `${requestId} ${request.method} ${path}: ${error instanceof Error ? error.stack : String(error)}`,
      );
      if (response.headersSent) response.destroy();
      else sendGatewayError(response, 500, 'Internal Server Error');
    }
  }
}

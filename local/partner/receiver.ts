import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../shared/platform/clock.ts';

export interface ReceivedWebhook {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact body, decoded as UTF-8. */
  body: string;
  /** When the body was complete, in milliseconds since the epoch. */
  at: number;
}

export interface Receiver {
  url: string;
  /** Everything received so far, oldest first. */
  received: readonly ReceivedWebhook[];
  /** The first webhook, past or future, for which `predicate` holds; rejects when the receiver is closed first. */
  waitFor(predicate: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

export type Respond = (webhook: ReceivedWebhook, response: ServerResponse, request: IncomingMessage) => void;

export interface ReceiverOptions {
  /** Answers a webhook once its body is complete; without it the answer is 200. */
  respond?: Respond;
}

interface Waiter {
  predicate: (webhook: ReceivedWebhook) => boolean;
  resolve: (webhook: ReceivedWebhook) => void;
  reject: (error: Error) => void;
}

/** A real HTTP server on a free port of 127.0.0.1 that plays a customer's webhook endpoint. */
export async function startReceiver({ respond = acknowledge }: ReceiverOptions = {}): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const waiters = new Set<Waiter>();

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // A sender that closed the connection inside the body has delivered nothing.
      return;
    }
    const webhook: ReceivedWebhook = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      at: systemClock.now(),
    };
    received.push(webhook);
    for (const waiter of waiters) {
      if (waiter.predicate(webhook)) {
        waiters.delete(waiter);
        waiter.resolve(webhook);
      }
    }
    respond(webhook, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    waitFor(predicate) {
      const seen = received.find(predicate);
      if (seen !== undefined) return Promise.resolve(seen);
      return new Promise((resolve, reject) => waiters.add({ predicate, resolve, reject }));
    },
    async close() {
      for (const { reject } of waiters) reject(new Error('The receiver was closed.'));
      waiters.clear();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function acknowledge(_webhook: ReceivedWebhook, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok');
}

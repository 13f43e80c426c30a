import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../shared/platform/clock.ts';
import { type DeliveryResponse, forward } from './forward.ts';
import { Report } from './report.ts';

export interface ListenerOptions {
  /** The receiver to forward deliveries to. Undefined answers 200 to all of them. */
  target: URL | undefined;
  /** True prints the bodies as well. */
  verbose: boolean;
  clock: Clock;
  print: (text: string) => void;
}

export interface Listener {
  origin: string;
  close(): Promise<void>;
}

/**
 * Starts a receiver on a free port of 127.0.0.1 that prints deliveries and answers as the receiver at
 * `target` does.
 */
export async function startListener({ target, verbose, clock, print }: ListenerOptions): Promise<Listener> {
  const report = new Report(verbose);
  const server = createServer(async (request, response) => {
    const arrivedAt = clock.now();
    const body = await readBody(request);
    // The sender has closed the connection before the end of the body.
    if (body === undefined) return;
    const outcome = await (target ? forward(request, body, target, response) : accept(response));
    const webhookId = request.headers['webhook-id']?.toString();
    print(
      report.textOf({ arrivedAt, duration: clock.now() - arrivedAt, webhookId, body, response: outcome }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  } catch {
    return undefined;
  }
}

function accept(response: ServerResponse): DeliveryResponse {
  response.writeHead(200).end();
  return { status: 200 };
}

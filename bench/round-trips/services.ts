import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookSecretKey } from '../../test/support/webhook-secret-key.ts';
import { forward } from '../cost/metered-table.ts';

/** The calls, round trips and units of one request of a function. */
export interface Usage {
  /** Calls that were made one after another: calls in progress together count as one. */
  sequential: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/**
 * The time without a new call after which a function is taken to wait for its calls, in milliseconds. Longer than the
 * program of a function ever takes between two calls.
 */
const QUIET_MS = 25;

const SECRET = {
  current: { accessKeyId: 'signer', secretAccessKey: 'secret', createdAt: '2026-01-01T00:00:00.000Z' },
};

/** The name of the secret whose value is the key of webhook secrets. */
export const WEBHOOK_SECRET_KEY = 'webhook-secret-key';
const KEY_OF_WEBHOOK_SECRETS = await webhookSecretKey();

interface Held {
  answer: () => Promise<void>;
}

/**
 * Stands between functions and AWS. It holds all calls until the function makes no more of them and then answers them
 * together, as if every call took the same time: the number of rounds is the number of sequential calls.
 */
export class MeteredServices {
  readonly url: string;
  readonly #server;
  readonly #engine: string;
  #held: Held[] = [];
  #metering = false;
  #usage: Usage = empty();

  private constructor(server: ReturnType<typeof createServer>, url: string, engine: string) {
    this.#server = server;
    this.url = url;
    this.#engine = engine;
    server.on('request', (request, response) => this.#receive(request, response));
  }

  static async start(engine: string): Promise<MeteredServices> {
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new MeteredServices(server, `http://127.0.0.1:${port}`, engine);
  }

  /** Runs some work, and returns what it has used. */
  async meter(work: () => Promise<unknown>): Promise<Usage> {
    this.#usage = empty();
    this.#metering = true;
    let done = false;
    const working = work().finally(() => {
      done = true;
    });
    // It is awaited below, which may be after it has failed.
    working.catch(() => undefined);
    let seen = 0;
    while (!done) {
      await pause(QUIET_MS);
      // Calls that have arrived in the meantime are read first.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      if (this.#held.length === 0 || this.#held.length > seen) {
        seen = this.#held.length;
        continue;
      }
      const round = this.#held;
      this.#held = [];
      seen = 0;
      this.#usage.sequential += 1;
      await Promise.all(round.map(({ answer }) => answer()));
    }
    await working;
    this.#metering = false;
    return this.#usage;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const metered = this.#metering;
    const answer = () => this.#answer(request, body, response, metered);
    if (!metered) return answer();
    this.#usage.calls += 1;
    this.#held.push({ answer });
  }

  async #answer(request: IncomingMessage, body: string, response: ServerResponse, metered: boolean) {
    const target = String(request.headers['x-amz-target'] ?? '');
    if (!target.startsWith('DynamoDB')) {
      const { type, text } = cannedAnswer(target, body);
      response.writeHead(200, { 'content-type': type }).end(text);
      return;
    }
    const { status, text, units, kind } = await forward(this.#engine, request.headers, target, body);
    if (metered && kind) this.#usage[kind] += units;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  }
}

/** The answers of the services that functions call beside the table. */
function cannedAnswer(target: string, body: string): { type: string; text: string } {
  const json = (value: object) => ({ type: 'application/x-amz-json-1.1', text: JSON.stringify(value) });
  if (target.startsWith('secretsmanager')) {
    const { SecretId } = JSON.parse(body) as { SecretId: string };
    const value = SecretId === WEBHOOK_SECRET_KEY ? KEY_OF_WEBHOOK_SECRETS : JSON.stringify(SECRET);
    return json({ SecretString: value, VersionId: '1' });
  }
  if (target.startsWith('AmazonSQS')) {
    const { MessageBody = '' } = JSON.parse(body) as { MessageBody?: string };
    return json({ MessageId: '1', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') });
  }
  return { type: 'application/xml', text: '<?xml version="1.0"?><Result/>' };
}

const empty = (): Usage => ({ sequential: 0, calls: 0, readUnits: 0, writeUnits: 0 });

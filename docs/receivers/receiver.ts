// A webhook receiver that needs nothing but Node 22.18 or newer: WEBHOOK_SECRET=whsec_… node receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const PORT = Number(process.env.PORT ?? 3000);
const KEY = keyOf(process.env.WEBHOOK_SECRET ?? '');
const MAX_BODY_BYTES = 64 * 1024;
const MAX_AGE_SECONDS = 5 * 60;
const REMEMBERED_IDS = 10_000;

interface WebhookEvent {
  event: string;
  object: { _id: string; status: string };
}

/** The key is the 32 bytes behind the prefix, not the text. */
function keyOf(secret: string): Buffer {
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) {
    console.error('Set WEBHOOK_SECRET to the whole secret: whsec_ and 44 more characters.');
    process.exit(1);
  }
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/** Whether one of the signatures is right (there are two while the secret is rotated) and the message recent. */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const signatures = String(headers['webhook-signature']).split(' ');
  const mac = createHmac('sha256', KEY).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${mac}`);
  const signed = signatures
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return signed && Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS;
}

/** The latest ids. In production, use a unique column of the table with your events. */
const seenIds = new Set<string>();

function isFirst(id: string): boolean {
  if (seenIds.has(id)) return false;
  seenIds.add(id);
  const [oldest] = seenIds;
  if (seenIds.size > REMEMBERED_IDS && oldest !== undefined) seenIds.delete(oldest);
  return true;
}

/** Your code that handles an event. It may take any time. */
async function handle({ event, object }: WebhookEvent): Promise<void> {
  console.log(event, object._id, object.status);
}

/** Handles one event after another, so that those of a model stay in order. */
let work = Promise.resolve();

function handleLater(event: WebhookEvent): void {
  work = work.then(() => handle(event)).catch((error) => console.error(error));
}

/** Receives a delivery. @returns the status of the answer. */
async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  // Every delivery has a Content-Length, and Node reads no more than that.
  const length = request.headers['content-length'];
  if (length === undefined) return 411;
  if (Number(length) > MAX_BODY_BYTES) return 413;
  const body = Buffer.concat(await Array.fromAsync(request));

  const id = request.headers['webhook-id'];
  if (typeof id !== 'string') return 400;
  if (!isGenuine(request.headers, body)) return 401;
  const event: WebhookEvent = JSON.parse(body.toString());
  // Store the event durably here, before you answer 200. Handle it afterwards.
  if (isFirst(id)) handleLater(event);
  return 200;
}

const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  void receive(request)
    .catch((error) => {
      console.error(error);
      return 400;
    })
    .then((status) => response.writeHead(status).end());
});
server.once('error', ({ message }) => {
  console.error(`${message}. Set PORT to another port.`);
  process.exit(1);
});
server.listen(PORT, '127.0.0.1', () => {
  console.log(`Receiving at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

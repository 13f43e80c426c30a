import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { type Clock, SECOND } from '../platform/clock.ts';
import {
  checkTargetUrl,
  type EgressPolicy,
  hostOf,
  mayConnect,
  portOf,
  type Resolve,
  resolveByDns,
  resolveTarget,
} from './egress-guard.ts';
import type { WebhookBody } from './signature.ts';

/** Why an attempt failed: a closed set, kept in the delivery log and filtered by. */
export type SendError =
  | 'refused-target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'response-too-large'
  | 'connection-lost'
  | 'unexpected-status'
  | 'redirect';

export interface SendInput {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: WebhookBody;
  policy: EgressPolicy;
  clock: Clock;
  /** For the whole attempt: name look-up, connection, TLS, response headers and response body. */
  timeoutMs?: number;
  resolve?: Resolve;
}

export interface SendResult {
  outcome: 'delivered' | 'failed';
  /** HTTP status, when the receiver got as far as answering one. */
  status?: number;
  error?: SendError;
  /** One sentence for the owner of the endpoint. */
  detail: string;
  /** What the receiver asked for in Retry-After, not bounded here. */
  retryAfterSeconds?: number;
  durationMs: number;
  /** The first 1 KB of the response body, as UTF-8. */
  responseStart: string;
}

const TIMEOUT_MILLISECONDS = 10 * SECOND;
const LONGEST_RESPONSE_BYTES = 64 * 1024;
const KEPT_RESPONSE_BYTES = 1024;
// Node gives each address but the last only 250 ms, less than a round trip to the other side of the world.
const ADDRESS_TRY_MILLISECONDS = 2500;
const REDIRECTS = [301, 302, 303, 307, 308];

class AttemptFailure extends Error {
  readonly kind: SendError;

  constructor(kind: SendError, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** What is known of the response, also when the attempt ends in the middle of it. */
interface Answer {
  status?: number;
  retryAfterSeconds?: number;
  kept: Buffer;
}

/**
 * Makes one delivery attempt: a POST over a connection of its own, opened only to an address that the egress guard
 * accepts. Redirects are not followed; 200 alone is success. Never throws: whatever goes wrong is in the result.
 */
export async function sendWebhook(input: SendInput): Promise<SendResult> {
  const { clock, timeoutMs = TIMEOUT_MILLISECONDS } = input;
  const startedAt = clock.now();
  const answer: Answer = { kept: Buffer.alloc(0) };
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), timeoutMs);
  let failure: AttemptFailure | undefined;
  try {
    await Promise.race([exchange(input, answer, attempt.signal), aborted(attempt.signal)]);
  } catch (error) {
    failure = attempt.signal.aborted
      ? new AttemptFailure('timeout', `The attempt did not end within ${timeoutMs / SECOND} seconds.`)
      : asFailure(error, 'connection-lost', 'The attempt broke off');
  } finally {
    clearTimeout(timer);
    // Ends whatever is still open: a look-up, a socket, the rest of a response.
    attempt.abort();
  }
  return toResult(answer, failure, clock.now() - startedAt);
}

async function exchange(input: SendInput, answer: Answer, signal: AbortSignal): Promise<void> {
  const { policy, resolve = resolveByDns } = input;
  const refusal = checkTargetUrl(input.url, policy);
  if (refusal !== null) throw new AttemptFailure('refused-target', refusal);
  const url = new URL(input.url);

  const target = await resolveTarget(url, policy, resolve, signal).catch((error) => {
    throw asFailure(error, 'dns', 'The host name could not be resolved');
  });
  // The look-up may have come back after the end of the attempt.
  signal.throwIfAborted();
  if ('refused' in target) throw new AttemptFailure('refused-target', target.refused);

  const socket = await openSocket(url, target.addresses, signal);
  // Nothing has been written yet, not even a TLS greeting.
  if (!mayConnect(socket.remoteAddress ?? '', url, policy)) {
    throw new AttemptFailure('refused-target', 'The connection led to a non-public address.');
  }
  const stream = url.protocol === 'https:' ? await secure(socket, hostOf(url)) : socket;
  const response = await post(input, url, stream, signal);

  answer.status = response.statusCode ?? 0;
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], input.clock);
  if (retryAfterSeconds !== undefined) answer.retryAfterSeconds = retryAfterSeconds;
  await readBounded(response, answer);
}

/** Connects to one of exactly these addresses: no second look-up can put another one in their place. */
async function openSocket(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Socket> {
  const socket = netConnect({
    host: hostOf(url),
    port: portOf(url),
    lookup: (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MILLISECONDS,
    signal,
  });
  socket.on('error', ignore);
  await once(socket, 'connect').catch((error) => {
    throw asFailure(error, 'connect', 'The connection could not be opened');
  });
  return socket;
}

async function secure(socket: Socket, host: string): Promise<Socket> {
  // An address is no server name; the certificate is then checked against `host`.
  const servername = isIP(host) === 0 ? host : '';
  const stream = tlsConnect({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
  stream.on('error', ignore);
  await once(stream, 'secureConnect').catch((error) => {
    throw asFailure(error, 'tls', 'No trusted TLS connection could be made');
  });
  return stream;
}

async function post(
  { headers, body }: SendInput,
  url: URL,
  stream: Socket,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // With `createConnection` and no agent, the connection is used once and never shared between organizations.
  const outgoing = httpRequest({
    createConnection: () => stream,
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body) },
    signal,
  });
  outgoing.on('error', ignore);
  outgoing.end(body);
  // A switch of protocols ends the request with neither a response nor an error.
  const closed = once(outgoing, 'close').then(() => Promise.reject(new Error('closed')));
  const [response] = await Promise.race([once(outgoing, 'response'), closed]).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'HPE_HEADER_OVERFLOW'
      ? new AttemptFailure('response-too-large', 'The headers of the response are too large.')
      : asFailure(error, 'connection-lost', 'The connection ended without a valid HTTP response');
  });
  return response;
}

async function readBounded(response: IncomingMessage, answer: Answer): Promise<void> {
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < KEPT_RESPONSE_BYTES) {
      answer.kept = Buffer.concat([answer.kept, chunk.subarray(0, KEPT_RESPONSE_BYTES - length)]);
    }
    length += chunk.length;
    if (length > LONGEST_RESPONSE_BYTES) {
      throw new AttemptFailure('response-too-large', 'The response is longer than 64 KB.');
    }
  }
}

function toResult(answer: Answer, failure: AttemptFailure | undefined, durationMs: number): SendResult {
  const { status, kept, retryAfterSeconds } = answer;
  // A wrong status says more than how its body ended.
  const cause = status === undefined || status === 200 ? failure : statusFailure(status);
  return {
    outcome: cause === undefined ? 'delivered' : 'failed',
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { error: cause.kind }),
    detail: cause?.message ?? 'The receiver answered 200.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    durationMs,
    // `stream` leaves out a character that the cut went through.
    responseStart: new TextDecoder().decode(kept, { stream: true }),
  };
}

function statusFailure(status: number): AttemptFailure {
  return REDIRECTS.includes(status)
    ? new AttemptFailure('redirect', `The receiver answered ${status}; redirects are not followed.`)
    : new AttemptFailure('unexpected-status', `The receiver answered ${status} instead of 200.`);
}

/** Retry-After in either of its forms, RFC 9110 section 10.2.3; undefined when it is neither. */
function parseRetryAfter(value: string | undefined, clock: Clock): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // Date.parse alone takes nearly anything for a date, `-5` for instance.
  const until = /^[A-Z].* GMT$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - clock.now()) / SECOND));
}

/** Keeps the code of a system error and nothing of its text, which may name addresses and paths. */
function asFailure(error: unknown, kind: SendError, sentence: string): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return new AttemptFailure(kind, code === undefined ? `${sentence}.` : `${sentence} (${code}).`);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Streams that are aborted report it as an error once more; the attempt has its outcome by then. */
function ignore(): void {}

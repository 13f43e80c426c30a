import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { type Clock, SECOND } from '../../platform/clock.ts';
import { parseRetryAfter } from '../../platform/retry-after.ts';
import {
  checkTargetUrl,
  type EgressPolicy,
  hostOf,
  mayConnect,
  portOf,
  type Resolve,
  resolveByDns,
  resolveTarget,
} from './guard.ts';
import { AttemptFailure, asFailure, type ReceivedResponse, type SendResult, toResult } from './outcome.ts';
import type { WebhookBody } from './signature.ts';

export type { SendError, SendResult } from './outcome.ts';

export interface SendInput {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: WebhookBody;
  policy: EgressPolicy;
  clock: Clock;
  /** The time-out of the whole attempt: name look-up, connection, TLS, response headers and response body. */
  timeoutMs?: number;
  resolve?: Resolve;
}

const TIMEOUT_MILLISECONDS = 10 * SECOND;
const LONGEST_RESPONSE_BYTES = 64 * 1024;
const KEPT_RESPONSE_BYTES = 1024;
// The body, and as much again for headers and the framing of chunks. Node limits neither interim responses
// nor chunk extensions, blank lines and padding, so without this limit a receiver could send data for all of
// the 10 s.
const LONGEST_TRANSFER_BYTES = 2 * LONGEST_RESPONSE_BYTES;
// Node gives each address but the last only 250 ms, less than a round trip to the other side of the world.
const ADDRESS_TRY_MILLISECONDS = 2500;
// The number of addresses for which there is time when none of them answers. A name can have thousands, and would make
// the service connect to all of them.
const MOST_ADDRESSES = TIMEOUT_MILLISECONDS / ADDRESS_TRY_MILLISECONDS;

/**
 * Makes one attempt: a POST over a connection of its own, only to an address that the egress guard accepts. Redirects are
 * not followed, and only 200 is success. It never throws: every error is in the result.
 */
export async function sendWebhook(input: SendInput): Promise<SendResult> {
  const { clock, timeoutMs = TIMEOUT_MILLISECONDS } = input;
  const startedAt = clock.now();
  const received: ReceivedResponse = { kept: Buffer.alloc(0) };
  const attempt = new AbortController();
  const timer = setTimeout(() => {
    const detail = `The attempt did not end within ${timeoutMs / SECOND} seconds.`;
    attempt.abort(new AttemptFailure('timeout', detail));
  }, timeoutMs);
  let failure: AttemptFailure | undefined;
  try {
    await Promise.race([exchange(input, received, attempt), aborted(attempt.signal)]);
  } catch (error) {
    // After an abort, the streams only report its consequences.
    const cause = attempt.signal.aborted ? attempt.signal.reason : error;
    failure = asFailure(cause, 'connection-lost', 'The attempt broke off');
  } finally {
    clearTimeout(timer);
    // Ends everything that is still open: a look-up, a socket, the rest of a response.
    attempt.abort();
  }
  return toResult(received, failure, clock.now() - startedAt);
}

async function exchange(
  input: SendInput,
  received: ReceivedResponse,
  attempt: AbortController,
): Promise<void> {
  const { policy, resolve = resolveByDns } = input;
  const { signal } = attempt;
  const reason = checkTargetUrl(input.url, policy);
  if (reason !== null) throw new AttemptFailure('refused-target', reason);
  const url = new URL(input.url);

  const target = await resolveTarget(url, policy, resolve, signal).catch((error) => {
    throw asFailure(error, 'dns', 'The host name could not be resolved');
  });
  // The look-up may have ended after the attempt.
  signal.throwIfAborted();
  if ('refused' in target) throw new AttemptFailure('refused-target', target.refused);

  const socket = await openSocket(url, target.addresses, signal);
  // Nothing has been written yet, not even a TLS greeting.
  if (!mayConnect(socket.remoteAddress ?? '', url, policy)) {
    throw new AttemptFailure('refused-target', 'The connection led to a non-public address.');
  }
  const stream = url.protocol === 'https:' ? await secure(socket, hostOf(url)) : socket;
  const response = await post(input, url, stream, attempt);

  received.status = response.statusCode ?? 0;
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], input.clock);
  if (retryAfterSeconds !== undefined) received.retryAfterSeconds = retryAfterSeconds;
  await readBounded(response, received);
}

/** Connects to one of these addresses. There is no second look-up, which could return another address. */
async function openSocket(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Socket> {
  const socket = netConnect({
    host: hostOf(url),
    port: portOf(url),
    lookup: (_hostname, _options, callback) =>
      callback(
        null,
        addresses.slice(0, MOST_ADDRESSES).map((address) => ({ address, family: isIP(address) })),
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
  // An address cannot be a server name. The certificate is then checked against `host`.
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
  attempt: AbortController,
): Promise<IncomingMessage> {
  // With `createConnection` and no agent, the connection is used once and never shared between organizations.
  const outgoing = httpRequest({
    createConnection: () => stream,
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body) },
    signal: attempt.signal,
  });
  outgoing.on('error', ignore);
  // Not earlier: a data listener starts the stream, and the parser has to be attached by then.
  outgoing.once('socket', () => boundTransfer(stream, attempt));
  outgoing.end(body);
  // A protocol upgrade ends the request with neither a response nor an error.
  const closed = once(outgoing, 'close').then(() => Promise.reject(new Error('closed')));
  const [response] = await Promise.race([once(outgoing, 'response'), closed]).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'HPE_HEADER_OVERFLOW'
      ? new AttemptFailure('response-too-large', 'The headers of the response are too large.')
      : asFailure(error, 'connection-lost', 'The connection ended without a valid HTTP response');
  });
  return response;
}

function boundTransfer(stream: Socket, attempt: AbortController): void {
  let length = 0;
  stream.on('data', (chunk) => {
    length += chunk.length;
    if (length > LONGEST_TRANSFER_BYTES) {
      const detail = 'The response is too long, headers and framing included.';
      attempt.abort(new AttemptFailure('response-too-large', detail));
    }
  });
}

async function readBounded(response: IncomingMessage, received: ReceivedResponse): Promise<void> {
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < KEPT_RESPONSE_BYTES) {
      received.kept = Buffer.concat([received.kept, chunk.subarray(0, KEPT_RESPONSE_BYTES - length)]);
    }
    length += chunk.length;
    if (length > LONGEST_RESPONSE_BYTES) {
      throw new AttemptFailure('response-too-large', 'The response is longer than 64 KB.');
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Aborted streams report the abort as an error again, when the attempt has its outcome already. */
function ignore(): void {}

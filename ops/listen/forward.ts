import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';

/** The response that the service received. */
export interface DeliveryResponse {
  /** Undefined when the service closed the connection first. */
  status?: number;
  retryAfter?: string;
  /** The reason when the response is not the receiver's own. */
  problem?: string;
}

/** Headers of a delivery that apply to its connection only. */
const CONNECTION_HEADERS = ['host', 'connection', 'keep-alive', 'transfer-encoding'];
const BAD_GATEWAY = 502;
/** Lower statuses are informational, or switch protocols. */
const LOWEST_FINAL_STATUS = 200;

/**
 * Forwards a delivery to the receiver at `target`, byte for byte, and streams the receiver's response back to
 * the service. The service itself cuts off a slow or endless response. It gets 502 when the receiver does not
 * respond.
 */
export async function forward(
  delivery: IncomingMessage,
  body: Buffer,
  target: URL,
  answer: ServerResponse,
): Promise<DeliveryResponse> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = forwardedHeaders(delivery.rawHeaders, target);
  const outgoing = request(target, { method: delivery.method ?? 'POST', headers, agent: false });
  let hungUp = false;
  answer.once('close', () => {
    hungUp = !answer.writableFinished;
    outgoing.destroy();
  });
  try {
    outgoing.end(body);
    return await streamBack(await responseTo(outgoing), answer);
  } catch (error) {
    if (hungUp) return { problem: 'the service closed the connection before the response was complete' };
    const problem = `${target.href} does not respond (${codeOf(error)})`;
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(BAD_GATEWAY, { 'Content-Type': 'text/plain' }).end(problem);
    return { status: BAD_GATEWAY, problem };
  }
}

/**
 * The headers to forward, in the format of `rawHeaders`: names and values alternate, and duplicates are kept.
 */
function forwardedHeaders(rawHeaders: readonly string[], target: URL): string[] {
  const kept = rawHeaders.filter((_, position) => {
    const name = rawHeaders[position - (position % 2)] ?? '';
    return !CONNECTION_HEADERS.includes(name.toLowerCase());
  });
  return ['Host', target.host, ...kept];
}

async function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  outgoing.on('error', ignore);
  // A request can end with neither a response nor an error.
  const closed = once(outgoing, 'close').then(() => Promise.reject(new Error('closed')));
  const [response] = await Promise.race([once(outgoing, 'response'), closed]);
  if (response.statusCode < LOWEST_FINAL_STATUS) throw new Error(`${response.statusCode}`);
  return response;
}

async function streamBack(response: IncomingMessage, answer: ServerResponse): Promise<DeliveryResponse> {
  const { statusCode: status = BAD_GATEWAY, headers } = response;
  const retryAfter = headers['retry-after'];
  const type = headers['content-type'];
  answer.writeHead(status, {
    ...(type !== undefined && { 'Content-Type': type }),
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  });
  // The answer stays open, so that a close event means that the service has closed the connection.
  await pipeline(response, answer, { end: false });
  answer.end();
  return { status, ...(retryAfter !== undefined && { retryAfter }) };
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** A request that is destroyed emits an additional error. */
function ignore(): void {}

import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';

/** What the service was answered. */
export interface Answered {
  /** Undefined when the service hung up first. */
  status?: number;
  retryAfter?: string;
  /** Why it is not the receiver's own answer. */
  problem?: string;
}

/** Headers of a delivery that concern only the connection it came by. */
const OF_THE_CONNECTION = ['host', 'connection', 'keep-alive', 'transfer-encoding'];
const BAD_GATEWAY = 502;
/** Lower ones announce an answer, or a switch of protocols that nobody asked for. */
const LOWEST_FINAL_STATUS = 200;

/**
 * Hands a delivery on to the receiver at `target`, byte for byte, and the receiver's answer back to the service as it
 * comes: one that is slow or endless is left to the service to break off. Without any answer the service gets 502.
 */
export async function forward(
  delivery: IncomingMessage,
  body: Buffer,
  target: URL,
  answer: ServerResponse,
): Promise<Answered> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = passedOn(delivery.rawHeaders, target);
  const outgoing = request(target, { method: delivery.method ?? 'POST', headers, agent: false });
  let hungUp = false;
  answer.once('close', () => {
    hungUp = !answer.writableFinished;
    outgoing.destroy();
  });
  try {
    outgoing.end(body);
    return await passBack(await responseTo(outgoing), answer);
  } catch (error) {
    if (hungUp) return { problem: 'the service hung up before the answer was complete' };
    const problem = `${target.href} does not answer (${codeOf(error)})`;
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(BAD_GATEWAY, { 'Content-Type': 'text/plain' }).end(problem);
    return { status: BAD_GATEWAY, problem };
  }
}

/** In the form in which they came: names, values and duplicates, alternating. */
function passedOn(rawHeaders: readonly string[], target: URL): string[] {
  const kept = rawHeaders.filter((_, position) => {
    const name = rawHeaders[position - (position % 2)] ?? '';
    return !OF_THE_CONNECTION.includes(name.toLowerCase());
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

async function passBack(response: IncomingMessage, answer: ServerResponse): Promise<Answered> {
  const { statusCode: status = BAD_GATEWAY, headers } = response;
  const retryAfter = headers['retry-after'];
  const type = headers['content-type'];
  answer.writeHead(status, {
    ...(type !== undefined && { 'Content-Type': type }),
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  });
  // What is left open shows who has broken off.
  await pipeline(response, answer, { end: false });
  answer.end();
  return { status, ...(retryAfter !== undefined && { retryAfter }) };
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** A request that is destroyed reports it as an error once more. */
function ignore(): void {}

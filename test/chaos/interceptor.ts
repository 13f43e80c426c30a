import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of an AWS service by a process. */
export interface Call {
  /** Empty for calls that do not come from a function. */
  process: string;
  /** The API operation, such as `PutItem`. */
  operation: string;
  input: Record<string, unknown>;
}

/** The outcome of a call. */
export type Outcome =
  | { kind: 'pass' }
  /** The interceptor answers the call itself. */
  | { kind: 'answer'; body: object }
  /** The interceptor answers with an error of the service. */
  | { kind: 'reject'; code: string; details?: object }
  /** The connection breaks before the call reaches the engine. */
  | { kind: 'cut' }
  /** The connection breaks after the engine has executed the call. */
  | { kind: 'lose' };

export interface Interception {
  before(call: Call): Outcome;
  /** Called after the engine has executed a call. @returns false to withhold the response from the caller. */
  after(call: Call, answer: () => Record<string, unknown>): boolean;
}

export interface Interceptor {
  /** The endpoint. A process calls `<url>/<process>`. */
  url: string;
  stop(): Promise<void>;
}

const PASS: Outcome = { kind: 'pass' };
const LOST: Outcome = { kind: 'lose' };
export const outcomes = { pass: PASS, lose: LOST, cut: { kind: 'cut' } as Outcome };

interface Answer {
  status: number;
  body: Buffer;
}

/** Starts a proxy between functions and an engine that speaks the AWS JSON protocol. */
export async function startInterceptor(engineUrl: string, interception: Interception): Promise<Interceptor> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    intercept(request, response).catch(() => response.destroy());
  });

  const intercept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const call: Call = {
      process: request.url?.split('/')[1] ?? '',
      operation: String(request.headers['x-amz-target']).split('.').at(-1) ?? '',
      input: JSON.parse(body.toString()) as Record<string, unknown>,
    };
    const outcome = interception.before(call);
    if (outcome.kind === 'cut') request.socket.destroy();
    else if (outcome.kind === 'answer') send(response, 200, JSON.stringify(outcome.body));
    else if (outcome.kind === 'reject') send(response, 400, errorBody(outcome.code, outcome.details));
    else {
      const answer = await forward(engineUrl, agent, request, body);
      const wanted = answer.status !== 200 || interception.after(call, () => parsed(answer));
      if (wanted && outcome.kind === 'pass') send(response, answer.status, answer.body);
      else request.socket.destroy();
    }
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Forwards a call to the engine, even if its caller has died meanwhile. */
async function forward(
  engineUrl: string,
  agent: Agent,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const outgoing = httpRequest(engineUrl, {
    agent,
    method: 'POST',
    headers: { ...headers, host: new URL(engineUrl).host },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode ?? 0, body: await bodyOf(incoming) };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
}

function errorBody(code: string, details: object = {}): string {
  return JSON.stringify({
    __type: `com.amazonaws.chaos#${code}`,
    message: 'Injected by the fault run.',
    ...details,
  });
}

function parsed({ body }: Answer): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

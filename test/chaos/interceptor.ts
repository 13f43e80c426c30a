import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call of an AWS service by a process. */
export interface Call {
  /** Empty for calls that come from no function. */
  process: string;
  /** For instance `PutItem`. */
  operation: string;
  input: Record<string, unknown>;
}

/** What becomes of a call before the engine hears of it. */
export type Fate =
  | { kind: 'pass' }
  /** Answered by the interceptor itself. */
  | { kind: 'answer'; body: object }
  /** Refused with an error of the service. */
  | { kind: 'refuse'; code: string; details?: object }
  /** The connection breaks; the engine never hears of it. */
  | { kind: 'cut' }
  /** The engine carries it out, then the connection breaks. */
  | { kind: 'lose' };

export interface Interception {
  before(call: Call): Fate;
  /** Told of what the engine carried out. @returns false to keep the answer from the caller. */
  after(call: Call, answer: () => Record<string, unknown>): boolean;
}

export interface Interceptor {
  /** Calls below `<url>/<process>` are those of that process. */
  url: string;
  stop(): Promise<void>;
}

const PASS: Fate = { kind: 'pass' };
const LOST: Fate = { kind: 'lose' };
export const fates = { pass: PASS, lose: LOST, cut: { kind: 'cut' } as Fate };

interface Answer {
  status: number;
  body: Buffer;
}

/** Stands between functions and an engine that speaks the AWS JSON protocol. */
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
    const fate = interception.before(call);
    if (fate.kind === 'cut') request.socket.destroy();
    else if (fate.kind === 'answer') send(response, 200, JSON.stringify(fate.body));
    else if (fate.kind === 'refuse') send(response, 400, errorBody(fate.code, fate.details));
    else {
      const answer = await forward(engineUrl, agent, request, body);
      const wanted = answer.status !== 200 || interception.after(call, () => parsed(answer));
      if (wanted && fate.kind === 'pass') send(response, answer.status, answer.body);
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

/** The engine's answer, whether or not the caller is still there to hear it. */
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

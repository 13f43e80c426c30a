import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export interface FakeService {
  baseUrl: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** A real HTTP server that answers the requests one after another as told, the last answer again and again. */
export async function fakeService(...answers: Answer[]): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(request);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return json(status, { success: false, error: `It is ${code}.`, code }, headers);
}

/** Hangs up without an answer, as a connection does that is lost. */
export const hangUp: Answer = (response) => response.destroy();

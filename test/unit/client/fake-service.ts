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

/** A real HTTP server that gives the answers one after another, and then repeats the last one. */
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

export function errorAnswer(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return json(status, { success: false, error: `The code is ${code}.`, code }, headers);
}

/** Closes the connection without an answer. */
export const hangUp: Answer = (response) => response.destroy();

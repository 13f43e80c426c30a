import { once } from 'node:events';
import { connect } from 'node:net';

/** A keep-alive connection that sends one GET at a time. It parses little: client and cloud share the processors. */
export interface Connection {
  /** @throws when the answer is not 200. */
  get(path: string, apiKey?: string): Promise<void>;
  close(): void;
}

export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let answer = '';
  let answered: (answer: string) => void = () => {};
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
    if (isWhole(answer)) answered(answer);
  });
  return {
    get: async (path, apiKey) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      answer = '';
      answered = resolve;
      socket.once('close', reject);
      const authorization = apiKey === undefined ? '' : `authorization: Bearer ${apiKey}\r\n`;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${authorization}\r\n`);
      const whole = await promise.finally(() => socket.off('close', reject));
      if (!whole.startsWith('HTTP/1.1 200 ')) throw new Error(`GET ${path} was answered: ${whole}`);
    },
    close: () => socket.destroy(),
  };
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return head !== -1 && answer.length >= head + 4 + Number(length);
}

/** Calls a second: each of the callers calls again as soon as it has been answered. */
export async function ratePerSecond(
  callers: readonly (() => Promise<void>)[],
  milliseconds: number,
): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  await Promise.all(
    callers.map(async (call) => {
      while (performance.now() - startedAt < milliseconds) {
        await call();
        calls += 1;
      }
    }),
  );
  return (1000 * calls) / (performance.now() - startedAt);
}

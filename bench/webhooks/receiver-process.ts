import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The behaviour of a receiver after it has received a complete post. */
export type Behaviour = 'well' | 'hangs' | 'slow' | 'trickles';

export interface BehaviourMessage {
  path: string;
  behaviour: Behaviour;
}

export interface Receipt {
  webhookId: string;
  /** When the body was complete, in milliseconds since the epoch. */
  at: number;
}

/** The report that the process sends several times a second. */
export interface ReceiverReport {
  received: Receipt[];
  /** The ids of webhooks whose 200 response was sent completely. */
  answered: string[];
}

const REPORT_MS = 100;
const SLOW_MS = 5000;
const TRICKLE_MS = 1000;

/**
 * The receivers of all organizations, each at its own path. They share one process, which does nothing else.
 */
const behaviours = new Map<string, Behaviour>();
const open = new Map<string, Set<() => void>>();
let report: ReceiverReport = emptyReport();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const webhookId = String(request.headers['webhook-id']);
  request.resume();
  request.once('end', () => {
    report.received.push({ webhookId, at: Date.now() });
    response.once('finish', () => report.answered.push(webhookId));
    misbehave(path, behaviours.get(path) ?? 'well', response);
  });
});

function misbehave(path: string, behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'well') {
    response.end('ok');
    return;
  }
  const release = () => {
    clearTimeout(slow);
    clearInterval(trickle);
    response.end();
  };
  const slow = behaviour === 'slow' ? setTimeout(release, SLOW_MS) : undefined;
  const trickle = behaviour === 'trickles' ? setInterval(() => response.write('.'), TRICKLE_MS) : undefined;
  const releases = open.get(path) ?? new Set();
  open.set(path, releases.add(release));
  response.once('close', () => {
    clearTimeout(slow);
    clearInterval(trickle);
    releases.delete(release);
  });
}

function emptyReport(): ReceiverReport {
  return { received: [], answered: [] };
}

process.on('message', ({ path, behaviour }: BehaviourMessage) => {
  behaviours.set(path, behaviour);
  if (behaviour === 'well') for (const release of open.get(path) ?? []) release();
});
process.once('disconnect', () => process.exit());
setInterval(() => {
  process.send?.(report);
  report = emptyReport();
}, REPORT_MS);

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from '../../local/partner/receiver.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { startCloud } from '../webhooks/cloud.ts';
import { type Counts, noCounts, sumOf, TAKE } from './counts.ts';
import { joined, type LogCounts, LogReader } from './log.ts';
import type { Measured } from './quantities.ts';

/** A local cloud with a meter at its services, and one receiver for all webhooks. */
export interface MeteredCloud {
  baseUrl: string;
  /** The operator's hands on its table. */
  context: DomainContext;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** What `work` makes the services do, all that follows from it included. */
  measure(work: () => Promise<void>): Promise<Measured>;
  stop(): Promise<void>;
}

interface Status {
  queues: Record<string, number>;
  executions: Record<string, number>;
}

/** What is written is in the log, and what was read is counted, after this. */
const REST_MS = 500;
const LOOK_MS = 100;
/** A retry or a state between two looks may look like rest. */
const LOOKS_AT_REST = 3;

export async function startMeteredCloud(): Promise<MeteredCloud> {
  const cloud = await startCloud({ preloaded: ['../cost/metered-cloud.ts'] });
  const receiver = await startReceiver();
  const log = new LogReader(cloud.facts.logFile);
  const { baseUrl } = cloud.facts;

  const take = async (): Promise<{ counts: Counts; log: LogCounts }> => {
    const answer = once(cloud.process, 'message') as Promise<[Counts]>;
    cloud.process.send(TAKE);
    const [counts] = await answer;
    return { counts, log: await log.take() };
  };

  return {
    baseUrl,
    context: cloud.context,
    receiver,
    async measure(work) {
      await rest(baseUrl);
      await take();
      const received = receiver.received.length;
      await work();
      await rest(baseUrl);
      return { ...(await take()), webhookBytes: bytesOf(receiver.received.slice(received)) };
    },
    async stop() {
      await receiver.close();
      await cloud.stop();
    },
  };
}

/** Resolves when no message waits and no execution runs. */
async function rest(baseUrl: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_AT_REST; ) {
    const { queues, executions } = (await (await fetch(`${baseUrl}/_local/status`)).json()) as Status;
    const inProgress = Object.values(queues).reduce((sum, count) => sum + count, executions.RUNNING ?? 0);
    looks = inProgress === 0 ? looks + 1 : 0;
    await pause(LOOK_MS);
  }
  await pause(REST_MS);
}

function bytesOf(webhooks: MeteredCloud['receiver']['received']): number {
  return webhooks.reduce((total, { headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    return total + Buffer.byteLength(lines.join('')) + Buffer.byteLength(body);
  }, 0);
}

export const NOTHING: Measured = {
  counts: noCounts(),
  log: { lines: 0, bytes: 0, metrics: [] },
  webhookBytes: 0,
};

/** Both together. */
export function added(one: Measured, other: Measured): Measured {
  return {
    counts: sumOf(one.counts, other.counts),
    log: joined(one.log, other.log),
    webhookBytes: one.webhookBytes + other.webhookBytes,
  };
}

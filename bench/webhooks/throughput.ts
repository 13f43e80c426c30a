import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../shared/platform/clock.ts';
import type { BenchCloud } from './cloud.ts';
import { changeAtRate, changeQuickly } from './load.ts';
import { type Change, makeOrganization } from './models.ts';
import type { Receivers } from './receiver.ts';
import { p99 } from './statistics.ts';

export interface ThroughputCase {
  organizations: number;
  modelsEach: number;
  /** The number of webhooks to send as quickly as possible. */
  webhooks: number;
}

export interface ThroughputResult {
  /**
   * The rate from the first commit to the last receipt, while changes are committed as quickly as possible.
   */
  webhooksPerSecond: number;
  /** Of the latencies at half of that rate, in milliseconds. */
  p99: number;
}

export const THROUGHPUT_CASES: readonly ThroughputCase[] = [
  { organizations: 1, modelsEach: 1, webhooks: 400 },
  { organizations: 1, modelsEach: 100, webhooks: 2000 },
  { organizations: 10, modelsEach: 10, webhooks: 2000 },
  { organizations: 1, modelsEach: 1000, webhooks: 2000 },
  { organizations: 100, modelsEach: 10, webhooks: 2000 },
];

const WRITERS = 16;
const PACED_SECONDS = 60;
const REST_MS = 2000;

/** Measures one case with new models, after all their earlier webhooks are delivered. */
export async function measureThroughput(
  { context }: BenchCloud,
  receivers: Receivers,
  setup: ThroughputCase,
): Promise<ThroughputResult> {
  const { organizations, modelsEach, webhooks } = setup;
  const made = [];
  for (let number = 0; number < organizations; number++) {
    made.push(await makeOrganization(context, receivers.url, modelsEach));
  }
  const models = made.flatMap((organization) => organization.models);
  await receivers.arrival(models.map(({ created }) => created.webhookId));
  await pause(REST_MS);

  const startedAt = context.clock.now();
  const quick = await changeQuickly(models, webhooks, Math.min(WRITERS, models.length));
  await receivers.arrival(quick.map(({ webhookId }) => webhookId));
  const endedAt = Math.max(...quick.map(({ webhookId }) => receivers.receivedAt(webhookId)));
  const webhooksPerSecond = (webhooks * SECOND) / (endedAt - startedAt);
  await pause(REST_MS);

  const pacedPerSecond = Math.max(1, Math.round(webhooksPerSecond / 2));
  const paced = await changeAtRate(models, pacedPerSecond, PACED_SECONDS);
  await receivers.arrival(paced.map(({ webhookId }) => webhookId));
  return {
    webhooksPerSecond,
    p99: p99(paced.map((change) => latencyOf(change, receivers))),
  };
}

/** The time from the commit of a state change to the receipt of its webhook, in milliseconds. */
export function latencyOf({ webhookId, committedAt }: Change, receivers: Receivers): number {
  return receivers.receivedAt(webhookId) - committedAt;
}

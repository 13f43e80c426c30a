import type { DeliveryError, WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { collections, keys, waitingIndex } from '../table/keys.ts';
import type { Query } from '../table/reads-ahead.ts';
import { put, remove, type Write } from '../table/transaction.ts';
import type { Delivery } from './delivery.ts';
import { type DeliveryQueue, queuedWebhooks, readDeliveryQueue, type Waiting } from './queue.ts';

/** The entry of a waiting delivery queue, by which its organization, operators, probes and releases find it. */
export interface WaitingModel extends Waiting {
  organizationId: string;
  modelId: string;
}

/** The entry of a parked delivery queue. */
export interface ParkedModel extends WaitingModel {
  /** The webhook that the others wait behind. */
  webhookId: string;
  event: WebhookEvent;
  responseStatus?: number;
  error?: DeliveryError;
}

/** The parked models of an organization, the oldest model first. */
export function listParked(
  context: DomainContext,
  organizationId: string,
  options: { limit?: number } = {},
): Promise<ParkedModel[]> {
  return context.table.all<ParkedModel>(collections.waitingModels(organizationId, 'failed'), options);
}

/** The held models of an organization, the one that has waited longest first. */
export function listHeld(
  context: DomainContext,
  organizationId: string,
  options: { limit?: number } = {},
): Promise<WaitingModel[]> {
  return context.table.all<WaitingModel>(collections.waitingModels(organizationId, 'circuit'), options);
}

/** The parked models of all organizations, the longest parked one first. */
export function listParkedEverywhere(
  context: DomainContext,
  options: { limit?: number },
): Promise<ParkedModel[]> {
  return Array.fromAsync(context.table.queryShards<ParkedModel>(waitingIndex('failed').shards(), options));
}

/** An exact number beyond this is of no use to a reader, and would cost reading all of them. */
const COUNT_MAX = 1000;

/** The number of parked models of an organization, among the first 1,000; with `since`, of those parked since then. */
export async function countParked(
  context: DomainContext,
  organizationId: string,
  since = '',
): Promise<number> {
  const parked = await context.table.all<ParkedModel>(countedModels(organizationId, 'failed'));
  return parked.filter((model) => model.since >= since).length;
}

export async function countHeld(context: DomainContext, organizationId: string): Promise<number> {
  return (await context.table.all(countedModels(organizationId, 'circuit'))).length;
}

/** The read of a count of waiting models. */
export function countedModels(organizationId: string, reason: Waiting['reason']): Query {
  return { ...collections.waitingModels(organizationId, reason), limit: COUNT_MAX };
}

/** The number of webhooks of a parked model that wait behind the one that was parked. */
export async function countWaiting(context: DomainContext, parked: ParkedModel): Promise<number> {
  const queue = await readDeliveryQueue(context, parked.organizationId, parked.modelId);
  let waiting = 0;
  for await (const { ref } of queuedWebhooks(context, queue)) {
    if (ref.webhookId !== parked.webhookId) waiting += 1;
  }
  return waiting;
}

export function waitingKey(queue: Pick<DeliveryQueue, 'organizationId' | 'modelId'>, waiting: Waiting) {
  const { organizationId, modelId } = queue;
  const { reason, since } = waiting;
  return keys.waitingModel(organizationId, reason, reason === 'failed' ? modelId : `${since}#${modelId}`);
}

/** Keeps the entry of a queue as the queue is; `parked` is the delivery that the others wait behind, if parked now. */
export function waitingWrites(former: DeliveryQueue, next: DeliveryQueue, parked?: Delivery): Write[] {
  const { organizationId, modelId, waiting } = next;
  if (waiting === former.waiting) return [];
  const left = former.waiting ? [remove(waitingKey(former, former.waiting))] : [];
  if (!waiting) return left;
  const { webhookId, event, responseStatus, error } = parked ?? {};
  const entry = { organizationId, modelId, ...waiting, webhookId, event, responseStatus, error };
  const indexKey = waitingIndex(waiting.reason).key(waiting.since, modelId);
  return [...left, put({ ...waitingKey(next, waiting), ...indexKey, ...entry })];
}

import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { HOUR } from '../platform/clock.ts';
import { collections, sweepIndexes } from '../table/keys.ts';
import type { DeliveryError } from './delivery.ts';
import { pendingWebhooks, readDeliveryQueue } from './queue.ts';

/** A model whose delivery queue is parked, as its organization and operators find it. */
export interface ParkedModel {
  organizationId: string;
  modelId: string;
  /** The webhook that the others wait behind. */
  webhookId: string;
  event: WebhookEvent;
  parkedAt: string;
  responseStatus?: number;
  error?: DeliveryError;
}

/** The time after which the webhooks of a parked model are given up. */
export const PARKING_LIMIT = 72 * HOUR;

/** The parked models of an organization. */
export function listParked(
  context: DomainContext,
  organizationId: string,
  options: { limit?: number } = {},
): Promise<ParkedModel[]> {
  return context.table.all<ParkedModel>(collections.parkedModels(organizationId), options);
}

/** An exact number beyond this is of no use to a reader, and would cost reading all of them. */
const COUNT_MAX = 1000;

/**
 * The number of parked models of an organization, among the first 1,000.
 * @param since ISO 8601: counts only those that have been parked since then
 */
export async function countParked(
  context: DomainContext,
  organizationId: string,
  since = '',
): Promise<number> {
  const parked = await listParked(context, organizationId, { limit: COUNT_MAX });
  return parked.filter(({ parkedAt }) => parkedAt >= since).length;
}

/** The parked models of all organizations, the longest parked one first. */
export function listParkedEverywhere(
  context: DomainContext,
  options: { limit?: number },
): Promise<ParkedModel[]> {
  return Array.fromAsync(context.table.queryShards<ParkedModel>(sweepIndexes.parked.shards(), options));
}

/** The number of webhooks of a parked model that wait behind the one that was parked. */
export async function countWaiting(context: DomainContext, parked: ParkedModel): Promise<number> {
  const queue = await readDeliveryQueue(context, parked.organizationId, parked.modelId);
  let waiting = queue.replays.filter(({ webhookId }) => webhookId !== parked.webhookId).length;
  for await (const { ref } of pendingWebhooks(context, queue)) {
    if (ref.webhookId !== parked.webhookId) waiting += 1;
  }
  return waiting;
}

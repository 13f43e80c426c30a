import type { DomainContext } from '../domain/context.ts';
import { collections, keys } from '../table/keys.ts';
import type { Delivery, DeliveryAttempt, DeliveryStatus } from './delivery.ts';
import { deliveryIdAt } from './redeliver.ts';

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  modelId?: string | undefined;
  /** Only of events that happened at this time or later; ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
}

export interface LogPage {
  limit: number;
  /** The last delivery of the page before: this one begins behind it. */
  before?: string | undefined;
}

/** How many deliveries are looked at for one page: a rare kind may take several pages to find. */
const LOOKED_AT_MOST = 2000;

/**
 * Deliveries of an organization, the latest event first. A page may hold fewer than asked for, even none, while
 * there are more: `next` is where to go on, and null at the end.
 */
export async function listDeliveries(
  context: DomainContext,
  organizationId: string,
  filter: DeliveryFilter,
  { limit, before }: LogPage,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const oldest = keys.delivery(organizationId, filter.since ? deliveryIdAt(Date.parse(filter.since)) : '').SK;
  const newest = keys.delivery(organizationId, before ?? LAST_ID).SK;
  const filtered = filter.status !== undefined || filter.event !== undefined || filter.modelId !== undefined;
  const looksMost = filtered ? LOOKED_AT_MOST : limit;
  const all = context.table.query<Delivery>(collections.deliveries(organizationId), {
    between: [oldest, newest],
    newestFirst: true,
    // Besides those for the page: the one before it, and the one that tells of another.
    limit: looksMost + 2,
  });
  const deliveries: Delivery[] = [];
  let last: string | undefined;
  let looked = 0;
  for await (const delivery of all) {
    if (delivery.webhookId === before) continue;
    if (deliveries.length === limit || looked === looksMost) return { deliveries, next: last ?? null };
    last = delivery.webhookId;
    looked += 1;
    if (matches(delivery, filter)) deliveries.push(delivery);
  }
  return { deliveries, next: null };
}

/** Sorts after every id. */
const LAST_ID = '~';

function matches(delivery: Delivery, { status, event, modelId, since }: DeliveryFilter): boolean {
  return (
    (status === undefined || delivery.status === status) &&
    (event === undefined || delivery.event === event) &&
    (modelId === undefined || delivery.modelId === modelId) &&
    (since === undefined || delivery.createdAt >= since)
  );
}

/** The attempts of one delivery, the first one first. */
export async function listAttempts(
  context: DomainContext,
  organizationId: string,
  webhookId: string,
): Promise<DeliveryAttempt[]> {
  return context.table.all<DeliveryAttempt>(collections.deliveryAttempts(organizationId, webhookId));
}

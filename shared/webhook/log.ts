import type * as z from 'zod';
import type { listDeliveries as contract } from '../contract/admin/deliveries.ts';
import { Problem } from '../contract/errors.ts';
import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import { isoTime } from '../platform/clock.ts';
import { collections, keys } from '../table/keys.ts';
import type { Query } from '../table/reads-ahead.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { WAITING_LIMIT } from './next.ts';
import { firstWebhookIdAt } from './redeliver.ts';
import { countWaiting, listParked } from './waiting.ts';

type Request = z.output<(typeof contract)['query']>;
type Place = Pick<Request, 'limit' | 'before'>;
export type DeliveryFilter = Omit<Request, keyof Place>;

/** Deliveries that are read for one page. A rare kind may take several pages to find. */
const READ_MAX = 2000;

/** The read of a page of deliveries. */
export function deliveriesQuery(
  organizationId: string,
  filter: DeliveryFilter,
  { limit, before = LAST_ID }: Place,
): Query {
  const oldest = filter.since ? firstWebhookIdAt(Date.parse(filter.since)) : '';
  return {
    ...collections.deliveries(organizationId),
    between: [keys.delivery(organizationId, oldest).SK, keys.delivery(organizationId, before).SK],
    newestFirst: true,
    // Two more than the page: `before` itself, and one that shows whether there is a next page.
    limit: readMaxOf(filter, limit) + 2,
  };
}

function readMaxOf({ status, event, modelId }: DeliveryFilter, limit: number): number {
  const filtered = status !== undefined || event !== undefined || modelId !== undefined;
  return filtered ? READ_MAX : limit;
}

/** Deliveries, the latest event first. A page may hold fewer than `limit`, even none; `next` is null at the end. */
export async function listDeliveries(
  context: DomainContext,
  organizationId: string,
  filter: DeliveryFilter,
  place: Place,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const { limit, before } = place;
  const readMax = readMaxOf(filter, limit);
  const all = context.table.query<Delivery>(deliveriesQuery(organizationId, filter, place));
  const deliveries: Delivery[] = [];
  let last: string | undefined;
  let read = 0;
  for await (const delivery of all) {
    if (delivery.webhookId === before) continue;
    if (deliveries.length === limit || read === readMax) return { deliveries, next: last ?? null };
    last = delivery.webhookId;
    read += 1;
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

export async function listAttempts(
  context: DomainContext,
  organizationId: string,
  webhookId: string,
): Promise<DeliveryAttempt[]> {
  return context.table.all<DeliveryAttempt>(collections.deliveryAttempts(organizationId, webhookId));
}

/** A delivery as its organization sees it. */
export function describeDelivery(delivery: Delivery) {
  return {
    webhookId: delivery.webhookId,
    event: delivery.event,
    modelId: delivery.modelId,
    createdAt: delivery.createdAt,
    status: delivery.status,
    attempts: delivery.attempts,
    lastAttemptAt: delivery.lastAttemptAt ?? null,
    nextAttemptAt: delivery.nextAttemptAt ?? null,
    failedAt: delivery.failedAt ?? null,
    ...describeOutcome(delivery),
    test: delivery.test ?? false,
  };
}

/** A delivery with its attempts, and its body while the event is stored. @throws NOT_FOUND when there is none. */
export async function showDelivery(context: DomainContext, organizationId: string, webhookId: string) {
  const delivery = await context.table.get<Delivery>(keys.delivery(organizationId, webhookId));
  if (!delivery) throw new Problem('NOT_FOUND', 'The delivery does not exist.');
  const { modelId, sequence } = delivery;
  const [attempts, event] = await Promise.all([
    listAttempts(context, organizationId, webhookId),
    context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence)),
  ]);
  const webhook = event?.webhooks.find(({ id }) => id === webhookId);
  return {
    delivery: describeDelivery(delivery),
    attempts: attempts.map(describeAttempt),
    body: delivery.body ?? webhook?.body ?? null,
  };
}

/** The parked models of an organization, with the number of webhooks that wait in each. */
export async function describeParked(context: DomainContext, organizationId: string, limit: number) {
  const parked = await listParked(context, organizationId, { limit });
  return Promise.all(
    parked.map(async (model) => ({
      modelId: model.modelId,
      webhookId: model.webhookId,
      event: model.event,
      ...describeOutcome(model),
      parkedAt: model.since,
      givenUpAt: isoTime(Date.parse(model.since) + WAITING_LIMIT),
      waiting: await countWaiting(context, model),
    })),
  );
}

function describeAttempt(attempt: DeliveryAttempt) {
  return {
    attempt: attempt.attempt,
    at: attempt.at,
    durationMs: attempt.durationMs,
    ...describeOutcome(attempt),
    detail: attempt.detail,
    responseStart: attempt.responseStart,
  };
}

function describeOutcome({ responseStatus, error }: Pick<Delivery, 'responseStatus' | 'error'>) {
  return { responseStatus: responseStatus ?? null, error: error ?? null };
}

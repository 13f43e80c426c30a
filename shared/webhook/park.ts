import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { unlessConflict } from '../table/conflict.ts';
import { keys, sweepIndexes } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import { alertWrites } from './alert.ts';
import { notHeld, notHeldWrites } from './breaker/held.ts';
import {
  type Delivery,
  type DeliveryError,
  deliveryOf,
  deliveryWrite,
  interruptedWrites,
} from './delivery.ts';
import { listParked, type ParkedModel } from './parked.ts';
import { type DeliveryQueue, deliveryQueueWrite, inFlightOf, type PendingWebhook } from './queue.ts';

/**
 * Parks a delivery queue whose next webhook cannot be posted, because there is no URL or webhooks are off.
 */
export async function parkUntried(
  context: DomainContext,
  queue: DeliveryQueue,
  pending: PendingWebhook,
  error: DeliveryError,
): Promise<void> {
  const former = inFlightOf(queue, pending);
  // An expired lease would keep the queue from ever being resumed.
  const { lease: _lease, ...inFlight } = former;
  const parkedAt = isoTime(context.clock.now());
  const delivery = { ...deliveryOf(pending), attempts: inFlight.attempts, error };
  await unlessConflict(async () => {
    await context.table.commit([
      deliveryQueueWrite({ ...notHeld(queue), inFlight, parkedAt }),
      ...notHeldWrites(queue),
      ...interruptedWrites(context, queue.organizationId, former),
      ...(await parkingWrites(context, parkedAt, delivery)),
    ]);
  });
}

/**
 * The writes that park a queue, beside its own: the entry in the list of parked models, the delivery, and a
 * mail.
 */
export async function parkingWrites(
  context: DomainContext,
  parkedAt: string,
  delivery: Omit<Delivery, 'status' | 'failedAt'> & { event: WebhookEvent },
): Promise<Write[]> {
  const { organizationId, modelId, webhookId, event, responseStatus, error } = delivery;
  const entry: ParkedModel = {
    organizationId,
    modelId,
    webhookId,
    event,
    parkedAt,
    ...(responseStatus !== undefined && { responseStatus }),
    ...(error !== undefined && { error }),
  };
  countMetric(context.clock, 'ModelsParked', 1, error ?? 'unknown');
  log.warn('webhooks of a model parked', { organizationId, modelId, webhookId, error, responseStatus });
  return [
    put({
      ...keys.parkedModel(organizationId, modelId),
      ...sweepIndexes.parked.key(parkedAt, modelId),
      ...entry,
    }),
    deliveryWrite(context, { ...delivery, status: 'parked', failedAt: parkedAt }),
    ...(await parkedAlertWrites(context, entry)),
  ];
}

/** An owner who has set no URL, or has switched webhooks off, knows that no webhook arrives. */
const KNOWN_TO_OWNER: readonly (DeliveryError | undefined)[] = ['no-webhook-url', 'switched-off'];

async function parkedAlertWrites(context: DomainContext, parked: ParkedModel): Promise<Write[]> {
  const { organizationId, modelId, webhookId, error } = parked;
  if (KNOWN_TO_OWNER.includes(error)) return [];
  const others = await listParked(context, organizationId, { limit: 1 });
  if (others.length > 0) return [];
  return alertWrites(context, organizationId, {
    template: 'webhooks-parked',
    organizationId,
    modelId,
    webhookId,
  });
}

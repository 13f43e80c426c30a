import type { WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { mailEventWrite } from '../events/mail-event.ts';
import { DAY, isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { absent, equals } from '../table/condition.ts';
import { ConcurrencyConflict, unlessConflict } from '../table/conflict.ts';
import { keys, parkedIndexKey } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import {
  type Delivery,
  type DeliveryError,
  deliveryOf,
  deliveryWrite,
  interruptedWrites,
} from './delivery.ts';
import { listParked, type ParkedModel } from './parked.ts';
import { type DeliveryQueue, deliveryQueueWrite, inFlightOf, type PendingWebhook } from './queue.ts';

/** An outage parks every model with an event, but the owner gets only one mail a day. */
const ALERT_INTERVAL = DAY;

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
      deliveryQueueWrite({ ...queue, inFlight, parkedAt }),
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
      ...parkedIndexKey(parkedAt, modelId),
      ...entry,
    }),
    deliveryWrite(context, { ...delivery, status: 'parked', failedAt: parkedAt }),
    ...(await alertWrites(context, entry)),
  ];
}

/** An owner who has set no URL, or has switched webhooks off, knows that no webhook arrives. */
const KNOWN_TO_OWNER: readonly (DeliveryError | undefined)[] = ['no-webhook-url', 'switched-off'];

async function alertWrites(context: DomainContext, parked: ParkedModel): Promise<Write[]> {
  const { organizationId } = parked;
  if (KNOWN_TO_OWNER.includes(parked.error)) return [];
  const key = keys.webhookAlert(organizationId);
  const [others, alert] = await Promise.all([
    listParked(context, organizationId, { limit: 1 }),
    context.table.get<{ mailedAt: string }>(key),
  ]);
  const now = context.clock.now();
  if (others.length > 0 || (alert && Date.parse(alert.mailedAt) + ALERT_INTERVAL > now)) return [];
  return [
    put(
      { ...key, mailedAt: isoTime(now) },
      {
        condition: alert ? equals('mailedAt', alert.mailedAt) : absent,
        // Another model of the organization was parked at the same moment, and its transaction has the mail.
        onConditionFailed: () =>
          new ConcurrencyConflict(`The owner of ${organizationId} has been mailed already.`),
      },
    ),
    mailEventWrite(context, keys.webhookAlertEvent(organizationId, context.newId('timer')), {
      template: 'webhooks-parked',
      organizationId,
      modelId: parked.modelId,
      webhookId: parked.webhookId,
    }),
  ];
}

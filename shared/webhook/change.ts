import type { DeliveryTimer } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import { DAY, epochSeconds, isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { keys } from '../table/keys.ts';
import { put, update, type Write } from '../table/transaction.ts';
import { parkedAlertWrites } from './alert.ts';
import { attemptWrite, type Delivery, deliveryWrite } from './delivery.ts';
import type { QueueChange } from './next.ts';
import { type DeliveryQueue, deliveryQueueWrite } from './queue.ts';
import { waitingWrites } from './waiting.ts';

/** Stores a decision on a queue, with a mail to the owners when it is parked. @throws ConcurrencyConflict. */
export async function commitChange(
  context: DomainContext,
  former: DeliveryQueue,
  change: QueueChange,
): Promise<void> {
  const parked = parkedOf(change);
  await context.table.commit([
    ...changeWrites(context, former, change),
    ...(parked ? await parkedAlertWrites(context, parked) : []),
  ]);
  if (parked) reportParked(context, parked);
}

/** The writes of a change, that of the queue first, for a transaction with others. */
export function changeWrites(
  context: DomainContext,
  former: DeliveryQueue,
  change: QueueChange,
): [Write, ...Write[]] {
  const { queue, deliveries = [], attempts = [], pendingAgain, pollAt } = change;
  return [
    deliveryQueueWrite(queue),
    ...waitingWrites(former, queue, parkedOf(change)),
    ...deliveries.map((delivery) => deliveryWrite(context, delivery)),
    ...attempts.map((attempt) => attemptWrite(context, queue.organizationId, attempt)),
    ...(pendingAgain === undefined ? [] : [pendingWrite(queue, pendingAgain)]),
    ...(pollAt === undefined ? [] : [timerWrite(context, queue, pollAt)]),
  ];
}

function parkedOf({ deliveries = [] }: QueueChange): Delivery | undefined {
  return deliveries.find(({ status }) => status === 'parked');
}

function reportParked({ clock }: DomainContext, parked: Delivery): void {
  const { organizationId, modelId, webhookId, responseStatus, error } = parked;
  countMetric(clock, 'ModelsParked', 1, error ?? 'unknown');
  log.warn('webhooks of a model parked', { organizationId, modelId, webhookId, error, responseStatus });
}

function pendingWrite({ organizationId }: DeliveryQueue, webhookId: string): Write {
  return update(keys.delivery(organizationId, webhookId), {
    set: { status: 'pending' },
    remove: ['nextAttemptAt', 'failedAt'],
  });
}

/** A timer that the stream has not published by then is of no use. */
const TIMER_RETENTION = DAY;

/** Has the queue polled at a time, in milliseconds since the epoch. */
function timerWrite(context: DomainContext, { organizationId, modelId }: DeliveryQueue, at: number): Write {
  const id = context.newId('timer');
  const timer: DeliveryTimer = {
    kind: 'timer',
    id,
    organizationId,
    modelId,
    notBefore: isoTime(at),
    expiresAtSeconds: epochSeconds(at + TIMER_RETENTION),
  };
  return put({ ...keys.deliveryTimer(organizationId, modelId, id), ...timer });
}

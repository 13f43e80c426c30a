import type { DomainContext } from '../domain/context.ts';
import { isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { unlessConflict } from '../table/conflict.ts';
import { dueUntil, keys, sweepIndexes } from '../table/keys.ts';
import { remove, TRANSACTION_MAX_WRITES, type Write } from '../table/transaction.ts';
import { type HeldModel, notHeld, notHeldWrites } from './breaker/held.ts';
import { type Delivery, deliveryOf, deliveryWrite } from './delivery.ts';
import { PARKING_LIMIT, type ParkedModel } from './parked.ts';
import {
  type DeliveryQueue,
  deliveryQueueWrite,
  inFlightOf,
  nextWebhook,
  type PendingWebhook,
  readDeliveryQueue,
  withoutInFlight,
} from './queue.ts';
import { timerWrite } from './timer.ts';

/**
 * Deliveries in one transaction, beside the delivery queue, its entry among the parked or held models, and a
 * timer.
 */
const GIVE_UP_MAX = TRANSACTION_MAX_WRITES - 3;

/**
 * Gives up the webhooks of a delivery queue that has been parked or held for 72 hours, so that later events of its
 * model are delivered again. Webhooks that do not fit into one transaction are posted again, and parked again
 * if they fail.
 * @returns the number of webhooks that were given up.
 */
export async function giveUpDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<number> {
  const { parkedAt, ...waiting } = await readDeliveryQueue(context, organizationId, modelId);
  const since = parkedAt ?? waiting.heldAt;
  if (since === undefined || Date.parse(since) + PARKING_LIMIT > context.clock.now()) return 0;
  const writes: Write[] = [];
  let queue: DeliveryQueue = notHeld(waiting);
  while (writes.length < GIVE_UP_MAX) {
    const pending: PendingWebhook | undefined = await nextWebhook(context, queue);
    if (!pending) break;
    const inFlight = inFlightOf(queue, pending);
    const former = await context.table.get<Delivery>(keys.delivery(organizationId, inFlight.webhookId));
    writes.push(
      deliveryWrite(context, {
        ...deliveryOf(pending),
        ...former,
        attempts: inFlight.attempts,
        status: 'given-up',
        failedAt: since,
      }),
    );
    queue = withoutInFlight(queue, inFlight);
  }
  const written = await unlessConflict(() =>
    context.table.commit([
      deliveryQueueWrite(queue),
      ...(parkedAt === undefined
        ? notHeldWrites(waiting)
        : [remove(keys.parkedModel(organizationId, modelId))]),
      timerWrite(context, queue, context.clock.now()),
      ...writes,
    ]),
  );
  if (!written) return 0;
  countMetric(context.clock, 'WebhooksGivenUp', writes.length, 'after 72 hours');
  log.warn('webhooks of a model given up', { organizationId, modelId, webhooks: writes.length });
  return writes.length;
}

/**
 * Gives up the webhooks of all delivery queues, of any organization, that have been parked or held for 72
 * hours.
 */
export async function giveUpParked(context: DomainContext): Promise<{ models: number; webhooks: number }> {
  const between = dueUntil(isoTime(context.clock.now() - PARKING_LIMIT));
  let models = 0;
  let webhooks = 0;
  for (const index of [sweepIndexes.parked, sweepIndexes.held]) {
    const overdue = context.table.queryShards<ParkedModel | HeldModel>(index.shards(), { between });
    for await (const { organizationId, modelId } of overdue) {
      models += 1;
      webhooks += await giveUpDeliveryQueue(context, organizationId, modelId);
    }
  }
  return { models, webhooks };
}

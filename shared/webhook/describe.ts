import { Problem } from '../contract/errors.ts';
import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import { isoTime } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { listAttempts } from './log.ts';
import { countWaiting, listParked, WAITING_LIMIT } from './waiting.ts';

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

/**
 * A delivery with its attempts and its exact body. The body is null when the event is no longer stored.
 * @throws NOT_FOUND when the organization has no such delivery.
 */
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

import { Problem } from '../contract/errors.ts';
import type { ModelEvent, RedeliveryEvent } from '../contract/events.ts';
import type { RedeliveryRequest } from '../contract/messages.ts';
import type { DomainContext } from '../domain/context.ts';
import { readOrganization } from '../domain/organization/organization.ts';
import { EVENT_RETENTION } from '../events/model-event.ts';
import { DAY, epochSeconds, isoTime, SECOND } from '../platform/clock.ts';
import { ID_PREFIXES, ulidTime } from '../platform/id.ts';
import { retryOnConflict } from '../table/conflict.ts';
import { collections, keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import { requireReceiver } from './blocked.ts';
import { probeAtOnce } from './breaker/breaker.ts';
import { commitChange } from './change.ts';
import type { Delivery } from './delivery.ts';
import { type QueueChange, replayed, resumed, WAITING_LIMIT } from './next.ts';
import { type DeliveryQueue, readDeliveryQueue, type WebhookRef } from './queue.ts';
import type { WaitingModel } from './waiting.ts';

/** Clocks differ between machines, and a model may be parked between the request and its transaction. */
const CLOCK_TOLERANCE = 15 * SECOND;

/** Requests redelivery of parked webhooks: all, or with `since`, ISO 8601, those parked or given up since then. */
export function redeliveryWrite(context: DomainContext, organizationId: string, since?: string): Write {
  const now = context.clock.now();
  const event: RedeliveryEvent = {
    kind: 'redelivery',
    organizationId,
    // Stored times have one form, in which they compare as texts.
    ...(since !== undefined && { since: isoTime(Date.parse(since)) }),
    until: isoTime(now + CLOCK_TOLERANCE),
    expiresAtSeconds: epochSeconds(now + EVENT_RETENTION),
  };
  return put({ ...keys.redelivery(organizationId, context.newId('redelivery')), ...event });
}

/**
 * Sends one webhook once more, with all attempts. A parked or retrying one goes on from where it stands; one that is done
 * goes before those after the cursor. @throws NOT_FOUND for an unknown webhook; INVALID_REQUEST for a test, without a URL,
 * behind a parked webhook, or when its event is no longer kept.
 */
export async function redeliver(
  context: DomainContext,
  organizationId: string,
  webhookId: string,
): Promise<void> {
  const delivery = await context.table.get<Delivery>(keys.delivery(organizationId, webhookId));
  if (!delivery) throw new Problem('NOT_FOUND', 'The delivery does not exist.');
  if (delivery.test) {
    throw new Problem('INVALID_REQUEST', 'A test webhook cannot be redelivered: send another test.');
  }
  requireReceiver(await readOrganization(context, organizationId));
  // Before the queue is polled, so that this webhook is the probe.
  await probeAtOnce(context, organizationId);
  if (delivery.status === 'pending') return;
  if (delivery.status === 'delivered' || delivery.status === 'given-up') await replay(context, delivery);
  else await resumeDeliveryQueue(context, organizationId, delivery.modelId);
}

/** Adds a webhook to the replays of its delivery queue. */
async function replay(context: DomainContext, delivery: Delivery): Promise<void> {
  const { organizationId, modelId } = delivery;
  const ref = await refOf(context, delivery);
  await changeQueue(context, organizationId, modelId, (queue, now) => replayed(queue, ref, now));
}

/** @returns whether the delivery queue was parked or paused before a retry, and goes on now. */
export function resumeDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<boolean> {
  return changeQueue(context, organizationId, modelId, resumed);
}

/** Changes a delivery queue as it is now. @returns whether there was anything to change */
function changeQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  decide: (queue: DeliveryQueue, now: number) => QueueChange | undefined,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const queue = await readDeliveryQueue(context, organizationId, modelId);
    const change = decide(queue, context.clock.now());
    if (change) await commitChange(context, queue, change);
    return change !== undefined;
  });
}

async function refOf(context: DomainContext, delivery: Delivery): Promise<WebhookRef> {
  const { organizationId, modelId, sequence, webhookId, attempts } = delivery;
  const event = await context.table.get<ModelEvent>(keys.event(organizationId, modelId, sequence));
  const webhook = event?.webhooks.findIndex(({ id }) => id === webhookId) ?? -1;
  if (webhook < 0)
    throw new Problem('INVALID_REQUEST', 'The event is older than 30 days and no longer kept.');
  return { position: { sequence, webhook: webhook + 1 }, webhookId, attempts };
}

/** Carries out a request until a time, from where an earlier call has stopped. @returns whether it is done */
export async function redeliverFailed(
  context: DomainContext,
  request: RedeliveryRequest,
  deadline: number,
): Promise<boolean> {
  const { organizationId, since, until } = request;
  await probeAtOnce(context, organizationId);
  const parked = context.table.query<WaitingModel>(collections.waitingModels(organizationId, 'failed'));
  for await (const { modelId, since: parkedAt } of parked) {
    if (context.clock.now() >= deadline) return false;
    if (parkedAt <= until && parkedAt >= (since ?? ''))
      await resumeDeliveryQueue(context, organizationId, modelId);
  }
  return since === undefined || redeliverGivenUp(context, { organizationId, since, until }, deadline);
}

/** The longest time from an event until its webhooks are given up: its attempts, and while it is parked. */
const LONGEST_DELIVERY = WAITING_LIMIT + DAY;

async function redeliverGivenUp(
  context: DomainContext,
  { organizationId, since, until }: { organizationId: string; since: string; until: string },
  deadline: number,
): Promise<boolean> {
  const oldest = firstWebhookIdAt(Date.parse(since) - LONGEST_DELIVERY);
  const newest = firstWebhookIdAt(Date.parse(until) + 1);
  const deliveries = context.table.query<Delivery>(collections.deliveries(organizationId), {
    between: [keys.delivery(organizationId, oldest).SK, keys.delivery(organizationId, newest).SK],
  });
  for await (const delivery of deliveries) {
    if (context.clock.now() >= deadline) return false;
    if (delivery.status !== 'given-up' || (delivery.failedAt ?? '') < since) continue;
    try {
      await replay(context, delivery);
    } catch (error) {
      // Its queue was parked again, or its event has expired: the delivery stays given up, and in the log.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return true;
}

/** A lower bound of the ids of webhooks whose events happened at a time, in milliseconds since the epoch. */
export function firstWebhookIdAt(milliseconds: number): string {
  return `${ID_PREFIXES.webhook}_${ulidTime(Math.max(0, milliseconds))}`;
}

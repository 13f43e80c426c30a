import { Problem } from '../contract/errors.ts';
import type { DeliveryError, WebhookEvent } from '../contract/webhooks.ts';
import { HOUR, isoTime, SECOND } from '../platform/clock.ts';
import {
  type Delivery,
  type DeliveryAttempt,
  deliveryOf,
  interruptedAttempt,
  loggedAttempt,
  type MadeAttempt,
  responseOf,
} from './delivery.ts';
import {
  type DeliveryQueue,
  type InFlightDelivery,
  inFlightOf,
  isParked,
  type Lease,
  type PendingWebhook,
  type WebhookRef,
  withoutInFlight,
} from './queue.ts';

/** A change of a delivery queue, as plain data. `commitChange` stores it in one transaction. */
export interface QueueChange {
  queue: DeliveryQueue;
  deliveries?: readonly Delivery[];
  attempts?: readonly DeliveryAttempt[];
  /** The webhook whose delivery is pending again. */
  pendingAgain?: string;
  /** The time at which the queue is to be polled, in milliseconds since the epoch. */
  pollAt?: number;
}

/** A delivery queue whose in-flight delivery this process alone may post. */
export interface LeasedDelivery {
  queue: DeliveryQueue;
  inFlight: InFlightDelivery;
  pending: PendingWebhook;
}

/** Takes the lease of the next webhook. The attempt of a process that has died is logged as interrupted. */
export function leased(queue: DeliveryQueue, pending: PendingWebhook, lease: Lease) {
  const former = inFlightOf(queue, pending);
  const { nextAttemptAt: _nextAttemptAt, ...rest } = former;
  const inFlight = { ...rest, attempts: former.attempts + 1, lease };
  return {
    queue: { ...notWaiting(queue), inFlight },
    inFlight,
    attempts: interruptedAttempt(former),
  };
}

/**
 * Moves on after a success, has a failed webhook tried once more, or parks the queue when the attempts are used up.
 * @param pauseOf the seconds until the next attempt, by the number of failed ones; null for none
 */
export function attempted(
  { queue, inFlight, pending }: LeasedDelivery,
  made: MadeAttempt,
  now: number,
  pauseOf: (failures: number) => number | null,
): QueueChange {
  const { lease: _lease, ...rest } = inFlight;
  const delivery = {
    ...deliveryOf(pending),
    attempts: inFlight.attempts,
    lastAttemptAt: isoTime(made.startedAt),
    ...responseOf(made.result),
  };
  const attempts = [loggedAttempt(inFlight, made)];
  if (made.result.outcome === 'delivered') {
    return {
      queue: withoutInFlight(queue, inFlight),
      deliveries: [{ ...delivery, status: 'delivered' }],
      attempts,
    };
  }
  const failed = { ...rest, failures: inFlight.failures + 1 };
  const pauseSeconds = pauseOf(failed.failures);
  if (pauseSeconds === null) return { ...parked(queue, failed, delivery, now), attempts };
  const pollAt = now + pauseSeconds * SECOND;
  const nextAttemptAt = isoTime(pollAt);
  return {
    queue: { ...queue, inFlight: { ...failed, nextAttemptAt } },
    deliveries: [{ ...delivery, status: 'retrying', nextAttemptAt }],
    attempts,
    pollAt,
  };
}

/** Parks a queue whose next webhook cannot be posted, because there is no URL or webhooks are off. */
export function blocked(
  queue: DeliveryQueue,
  pending: PendingWebhook,
  error: DeliveryError,
  now: number,
): QueueChange {
  const former = inFlightOf(queue, pending);
  // An expired lease would keep the queue from ever being resumed.
  const { lease: _lease, ...inFlight } = former;
  const delivery = { ...deliveryOf(pending), attempts: inFlight.attempts, error };
  return { ...parked(queue, inFlight, delivery, now), attempts: interruptedAttempt(former) };
}

function parked(
  queue: DeliveryQueue,
  inFlight: InFlightDelivery,
  delivery: Omit<Delivery, 'status' | 'failedAt'> & { event: WebhookEvent },
  now: number,
): QueueChange {
  const since = isoTime(now);
  return {
    queue: { ...queue, inFlight, waiting: { reason: 'failed', since } },
    deliveries: [{ ...delivery, status: 'parked', failedAt: since }],
  };
}

/** Holds a queue while the circuit is open. Its messages can be deleted, since its release has it polled. */
export function held(queue: DeliveryQueue, now: number): QueueChange {
  return { queue: { ...queue, waiting: { reason: 'circuit', since: isoTime(now) } } };
}

/** Has a held queue polled, since the circuit has closed or needs a probe; undefined for one that is not held. */
export function released(queue: DeliveryQueue, now: number): QueueChange | undefined {
  return queue.waiting?.reason === 'circuit' ? { queue: notWaiting(queue), pollAt: now } : undefined;
}

/** Lets a parked or pausing queue go on with all attempts; undefined for any other. A held queue stays held. */
export function resumed(queue: DeliveryQueue, now: number): QueueChange | undefined {
  const { inFlight } = queue;
  const stopped = isParked(queue) || inFlight?.nextAttemptAt !== undefined;
  if (!inFlight || !stopped) return undefined;
  const { nextAttemptAt: _nextAttemptAt, ...rest } = inFlight;
  return {
    queue: { ...(isParked(queue) ? notWaiting(queue) : queue), inFlight: { ...rest, failures: 0 } },
    pendingAgain: inFlight.webhookId,
    pollAt: now,
  };
}

/** Adds a finished webhook to the replays, unless it is one. @throws INVALID_REQUEST behind a parked webhook. */
export function replayed(queue: DeliveryQueue, ref: WebhookRef, now: number): QueueChange | undefined {
  if (isParked(queue)) {
    throw new Problem(
      'INVALID_REQUEST',
      `The webhooks of this model wait behind ${queue.inFlight?.webhookId}: redeliver that one first.`,
    );
  }
  if (queue.replays.some(({ webhookId }) => webhookId === ref.webhookId)) return undefined;
  return {
    queue: { ...queue, replays: [...queue.replays, ref] },
    pendingAgain: ref.webhookId,
    pollAt: now,
  };
}

/** The time after which the webhooks of a waiting queue are given up. */
export const WAITING_LIMIT = 72 * HOUR;

/** The time since which a queue waits, when it has waited for too long. */
export function overdueSince({ waiting }: DeliveryQueue, now: number): string | undefined {
  return waiting && Date.parse(waiting.since) + WAITING_LIMIT <= now ? waiting.since : undefined;
}

/** Gives up the first `webhooks` of a queue, which has waited `since`, each with its delivery if it has one. */
export function givenUp(
  former: DeliveryQueue,
  webhooks: readonly { pending: PendingWebhook; logged: Delivery | undefined }[],
  since: string,
  now: number,
): QueueChange {
  let queue = notWaiting(former);
  const deliveries = webhooks.map(({ pending, logged }): Delivery => {
    const inFlight = inFlightOf(queue, pending);
    queue = withoutInFlight(queue, inFlight);
    const { attempts } = inFlight;
    return { ...deliveryOf(pending), ...logged, attempts, status: 'given-up', failedAt: since };
  });
  return { queue, deliveries, pollAt: now };
}

function notWaiting(queue: DeliveryQueue): DeliveryQueue {
  const { waiting: _waiting, ...rest } = queue;
  return rest;
}

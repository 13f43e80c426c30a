import type { DELIVERY_ERRORS, DELIVERY_STATUSES, TestEvent, WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { EVENT_RETENTION } from '../events/model-event.ts';
import { epochSeconds, isoTime } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import type { InFlightDelivery, PendingWebhook } from './queue.ts';

/**
 * `pending`: an attempt comes at once; `retrying`: one comes later; `parked`: out of attempts or with nowhere
 * to go, and the later webhooks of its model wait behind it; `given-up`: parked for too long, or behind one that was.
 */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt failed. Besides what can go wrong on the wire there may be nowhere to post to, and the one who
 * posted may have died before the answer was recorded.
 */
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** One webhook's way to its receiver, and the result of its latest attempt. */
export interface Delivery {
  organizationId: string;
  modelId: string;
  sequence: number;
  webhookId: string;
  event: WebhookEvent | TestEvent;
  /** When the event happened. */
  createdAt: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt?: string;
  /** When the next attempt is pending, while retrying. */
  nextAttemptAt?: string;
  /** When its model was parked, while parked or given up. */
  failedAt?: string;
  responseStatus?: number;
  error?: DeliveryError;
  /** True for one that its owner asked for, to try the receiver; it stands for no event. */
  test?: true;
  /** The exact text of a test, which no event keeps. */
  body?: string;
}

/** One line of the delivery log, kept for 30 days. */
export interface DeliveryAttempt {
  webhookId: string;
  attempt: number;
  at: string;
  durationMs: number;
  responseStatus?: number;
  error?: DeliveryError;
  detail: string;
  /** The first 1 KB of the answer. */
  responseStart: string;
}

/** What a delivery says of its webhook, whatever becomes of it. */
export function deliveryOf({ event, ref, name }: PendingWebhook) {
  return {
    organizationId: event.organizationId,
    modelId: event.modelId,
    sequence: event.sequence,
    webhookId: ref.webhookId,
    event: name,
    createdAt: event.createdAt,
  };
}

export function deliveryWrite(context: DomainContext, delivery: Delivery): Write {
  return put({
    ...keys.delivery(delivery.organizationId, delivery.webhookId),
    ...delivery,
    expiresAtSeconds: logExpiry(context),
  });
}

export function attemptWrite(
  context: DomainContext,
  organizationId: string,
  attempt: DeliveryAttempt,
): Write {
  return put({
    ...keys.deliveryAttempt(organizationId, attempt.webhookId, attempt.attempt),
    ...attempt,
    expiresAtSeconds: logExpiry(context),
  });
}

function logExpiry(context: DomainContext): number {
  return epochSeconds(context.clock.now() + EVENT_RETENTION);
}

/** What is logged of the attempt whose holder has died over it; nothing for a inFlight that is free. */
export function interruptedWrites(
  context: DomainContext,
  organizationId: string,
  { webhookId, attempts, lease }: InFlightDelivery,
): Write[] {
  return lease
    ? [attemptWrite(context, organizationId, interruptedAttempt(webhookId, attempts, lease.startedAt))]
    : [];
}

/** The log's line of an attempt whose holder died: whether the receiver got it, nobody knows. */
function interruptedAttempt(webhookId: string, attempt: number, startedAt: string): DeliveryAttempt {
  return {
    webhookId,
    attempt,
    at: isoTime(Date.parse(startedAt)),
    durationMs: 0,
    error: 'interrupted',
    detail: 'The attempt was interrupted on our side; the receiver may have got it.',
    responseStart: '',
  };
}

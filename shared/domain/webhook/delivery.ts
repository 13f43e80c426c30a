import type { DELIVERY_ERRORS, DELIVERY_STATUSES, TestEvent, WebhookEvent } from '../../contract/webhooks.ts';
import { epochSeconds, isoTime } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import { put, type Step } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { EVENT_RETENTION } from '../model/move.ts';
import type { Due, Head } from './lane.ts';

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
  /** When the next attempt is due, while retrying. */
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
export function deliveryOf({ event, ref, name }: Due) {
  return {
    organizationId: event.organizationId,
    modelId: event.modelId,
    sequence: event.sequence,
    webhookId: ref.webhookId,
    event: name,
    createdAt: event.createdAt,
  };
}

export function deliveryStep(context: DomainContext, delivery: Delivery): Step {
  return put({
    ...keys.delivery(delivery.organizationId, delivery.webhookId),
    ...delivery,
    expiresAtSeconds: logExpiry(context),
  });
}

export function attemptStep(context: DomainContext, organizationId: string, attempt: DeliveryAttempt): Step {
  return put({
    ...keys.deliveryAttempt(organizationId, attempt.webhookId, attempt.attempt),
    ...attempt,
    expiresAtSeconds: logExpiry(context),
  });
}

function logExpiry(context: DomainContext): number {
  return epochSeconds(context.clock.now() + EVENT_RETENTION);
}

/** What is logged of the attempt whose holder has died over it; nothing for a head that is free. */
export function interruptedSteps(
  context: DomainContext,
  organizationId: string,
  { webhookId, attempts, claim }: Head,
): Step[] {
  return claim
    ? [attemptStep(context, organizationId, interruptedAttempt(webhookId, attempts, claim.startedAt))]
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

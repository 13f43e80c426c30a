import type { DeliveryError, DeliveryStatus, TestEvent, WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import { EVENT_RETENTION } from '../events/model-event.ts';
import { epochSeconds, isoTime } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { put, type Write } from '../table/transaction.ts';
import type { InFlightDelivery, PendingWebhook } from './queue.ts';
import type { SendResult } from './send/outcome.ts';

/** The delivery of one webhook, with the result of its latest attempt. */
export interface Delivery {
  organizationId: string;
  modelId: string;
  sequence: number;
  webhookId: string;
  event: WebhookEvent | TestEvent;
  createdAt: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt?: string;
  nextAttemptAt?: string;
  /** The time at which its model was parked, while parked or given up. */
  failedAt?: string;
  responseStatus?: number;
  error?: DeliveryError;
  /** True for a test that the owner has sent to the receiver. It belongs to no event. */
  test?: true;
  /** The exact body of a test, which no event stores. */
  body?: string;
}

/** One entry of the delivery log, kept for 30 days. */
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

/** The fields of a delivery that do not depend on its result. */
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

/** An attempt that was made, at a time in milliseconds since the epoch. */
export interface MadeAttempt {
  startedAt: number;
  result: SendResult;
}

/** The entry of an attempt in the delivery log. */
export function loggedAttempt(
  { webhookId, attempts }: Pick<Delivery, 'webhookId' | 'attempts'>,
  { startedAt, result }: MadeAttempt,
): DeliveryAttempt {
  return {
    webhookId,
    attempt: attempts,
    at: isoTime(startedAt),
    durationMs: result.durationMs,
    detail: result.detail,
    responseStart: result.responseStart,
    ...responseOf(result),
  };
}

/** The part of an attempt's result that its delivery keeps. */
export function responseOf({ status, error }: SendResult): Pick<Delivery, 'responseStatus' | 'error'> {
  return { ...(status !== undefined && { responseStatus: status }), ...(error !== undefined && { error }) };
}

/** The log entry of an attempt whose process died; none without a lease. The receiver may have got the webhook. */
export function interruptedAttempt({ webhookId, attempts, lease }: InFlightDelivery): DeliveryAttempt[] {
  if (!lease) return [];
  return [
    {
      webhookId,
      attempt: attempts,
      at: isoTime(Date.parse(lease.startedAt)),
      durationMs: 0,
      error: 'interrupted',
      detail: 'The service was interrupted during the attempt; the receiver may have got the webhook.',
      responseStart: '',
    },
  ];
}

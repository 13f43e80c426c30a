import * as z from 'zod';
import { time } from './schemas.ts';

/** What webhooks tell of, and what is kept of their way to the receiver. */

export const WEBHOOK_EVENTS = [
  'model.created',
  'model.status.updated',
  'model.photos_ready',
  'model.favorite_selected',
  'model.deleted',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** What an owner has posted to try the receiver; nothing has happened. */
export const TEST_EVENT = 'webhook.test';
export type TestEvent = typeof TEST_EVENT;

export const deliveredEvent = z.enum([...WEBHOOK_EVENTS, TEST_EVENT]);

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'parked', 'given-up'] as const;
export const deliveryStatus = z.enum(DELIVERY_STATUSES);

export const DELIVERY_ERRORS = [
  'refused-target',
  'dns',
  'connect',
  'tls',
  'timeout',
  'response-too-large',
  'connection-lost',
  'unexpected-status',
  'redirect',
  'no-webhook-url',
  'switched-off',
  'interrupted',
] as const;
export const deliveryError = z.enum(DELIVERY_ERRORS);

/** What the latest attempt came to. */
const outcome = { responseStatus: z.int().nullable(), error: deliveryError.nullable() };

export const delivery = z.object({
  webhookId: z.string(),
  event: deliveredEvent,
  modelId: z.string(),
  /** When what it tells of happened. */
  createdAt: time,
  status: deliveryStatus,
  attempts: z.int(),
  lastAttemptAt: time.nullable(),
  /** While retrying. */
  nextAttemptAt: time.nullable(),
  /** Since when its model is parked, or was until it was given up. */
  failedAt: time.nullable(),
  ...outcome,
  test: z.boolean(),
});

export const deliveryAttempt = z.object({
  attempt: z.int(),
  at: time,
  durationMs: z.int(),
  ...outcome,
  detail: z.string(),
  responseStart: z.string(),
});

export const parkedModel = z.object({
  modelId: z.string(),
  webhookId: z.string(),
  event: webhookEvent,
  ...outcome,
  parkedAt: time,
  givenUpAt: time,
  waiting: z.int(),
});

export const webhookSettings = z.object({
  url: z.string().nullable(),
  enabled: z.boolean(),
  secrets: z.array(z.object({ endsWith: z.string(), validUntil: time.nullable() })),
  parkedModels: z.int(),
});

/** A time as callers may write it, in UTC; handed on as times are stored, so that the two compare as texts. */
export const since = z.iso
  .datetime({ error: 'it must be a time in UTC such as 2026-03-02T09:15:00.000Z' })
  .transform((text) => new Date(text).toISOString());

/** The `next` of a page of deliveries. */
export const deliveryCursor = z.string().regex(/^msg_[0-9A-Z]{26}(_\d{1,3})?$/, {
  error: "it must be the 'next' of an earlier answer",
});

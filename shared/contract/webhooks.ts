import * as z from 'zod';
import { described, modelId, time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** Webhook events, and the log of their deliveries. */

export const WEBHOOK_EVENTS = [
  'model.created',
  'model.status.updated',
  'model.photos_ready',
  'model.favorite_selected',
  'model.deleted',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS).meta({
  id: 'WebhookEvent',
  description: 'The event that a webhook reports.',
  examples: ['model.photos_ready'],
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** The event of a test webhook, which an owner sends to test the receiver. */
export const TEST_EVENT = 'webhook.test';
export type TestEvent = typeof TEST_EVENT;

export const deliveredEvent = z.enum([...WEBHOOK_EVENTS, TEST_EVENT]).meta({
  id: 'DeliveredEvent',
  description:
    'The event that a webhook reports. webhook.test reports no event: an owner tests the receiver with it.',
  examples: ['model.photos_ready'],
});

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'parked', 'given-up'] as const;
export const deliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description:
    'pending: the next attempt is made at once. retrying: the next attempt is made later. Neither is made while the circuit of the receiver is open. delivered: the receiver answered 200. parked: no attempts are left, or there is no URL; later webhooks of the same model wait behind this one. given-up: the webhook was parked, or waited for the circuit, for 72 hours, or waited behind one that was; or a test that failed.',
  examples: ['parked'],
});

export type DeliveryStatus = z.infer<typeof deliveryStatus>;

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
export const deliveryError = z.enum(DELIVERY_ERRORS).meta({
  id: 'DeliveryError',
  description:
    'The reason for an attempt without an answer of 200. refused-target: the URL does not lead to a public https address. dns, connect, tls, timeout, connection-lost: the connection failed in this way. unexpected-status, redirect: the receiver answered with another status. response-too-large: the answer was over 64 KB. no-webhook-url, switched-off: no attempt was made. interrupted: the attempt broke off on our side; the receiver may have the webhook.',
  examples: ['unexpected-status'],
});

export type DeliveryError = z.infer<typeof deliveryError>;

export const CIRCUIT_STATES = ['closed', 'open', 'half-open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

export const webhookId = described(
  z.string(),
  'The id of the webhook: the header webhook-id, the same in all attempts.',
  SAMPLE.webhookId,
);

export const durationMs = described(z.int(), 'The duration in milliseconds.', 118);

const RESPONSE_STATUS = 'The HTTP status of the answer; null without an answer.';
const ERROR = 'The reason for the failure; null without a failure.';
const DETAIL = 'The outcome of the attempt in one sentence.';
const RESPONSE_START = 'The first 1 KB of the answer.';

const outcome = {
  responseStatus: described(z.int().nullable(), RESPONSE_STATUS, 503),
  error: described(deliveryError.nullable(), ERROR),
};

export const delivery = z
  .object({
    webhookId,
    event: deliveredEvent,
    modelId,
    createdAt: described(time, 'The time of the event.', SAMPLE.time),
    status: deliveryStatus,
    attempts: described(z.int(), 'The number of attempts that were made.', 4),
    lastAttemptAt: described(
      time.nullable(),
      'The time of the last attempt; null before the first.',
      SAMPLE.attemptTime,
    ),
    nextAttemptAt: described(
      time.nullable(),
      'The earliest time of the next attempt; null unless the status is retrying.',
      null,
    ),
    failedAt: described(
      time.nullable(),
      'The time at which the model was parked; null for a webhook that never was.',
      SAMPLE.attemptTime,
    ),
    ...outcome,
    test: described(z.boolean(), 'true for a test webhook.', false),
  })
  .meta({
    id: 'Delivery',
    description: 'The delivery of one webhook, with the outcome of its last attempt.',
  });

export const deliveryAttempt = z
  .object({
    attempt: described(z.int(), 'The number of the attempt, from 1.', 4),
    at: described(time, 'The time at which the attempt began.', SAMPLE.attemptTime),
    durationMs,
    ...outcome,
    detail: described(z.string(), DETAIL, 'The receiver answered 503 instead of 200.'),
    responseStart: described(z.string(), RESPONSE_START, 'Service unavailable'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver a webhook, and the answer to it.' });

/** The outcome of a test webhook. The examples are those of one that was delivered. */
export const testOutcome = {
  delivered: described(z.boolean(), 'Whether the receiver answered 200.', true),
  webhookId: webhookId.meta({ examples: [SAMPLE.testWebhookId] }),
  responseStatus: described(z.int().nullable(), RESPONSE_STATUS, 200),
  error: described(deliveryError.nullable(), ERROR, null),
  detail: described(z.string(), DETAIL, 'The receiver answered 200.'),
  durationMs,
  responseStart: described(z.string(), RESPONSE_START, 'ok'),
};

export const parkedModel = z
  .object({
    modelId,
    webhookId: described(z.string(), 'The id of the webhook that could not be delivered.', SAMPLE.webhookId),
    event: webhookEvent,
    ...outcome,
    parkedAt: described(time, 'The time at which the model was parked.', SAMPLE.attemptTime),
    givenUpAt: described(time, 'The time at which the waiting webhooks are given up.', SAMPLE.giveUpTime),
    waiting: described(z.int(), 'The number of webhooks that wait behind this one.', 2),
  })
  .meta({
    id: 'ParkedModel',
    description: 'A model whose webhooks wait because one of them could not be delivered.',
  });

export const waitingModels = described(
  z.int(),
  'The number of models whose webhooks wait; 1000 stands for 1000 or more.',
  0,
);

export const webhooksEnabled = described(
  z.boolean(),
  'false: events wait, for 72 hours at most, until webhooks are switched on again.',
  true,
);

const circuit = z
  .object({
    state: described(
      z.enum(CIRCUIT_STATES),
      'closed: webhooks are posted. open: the receiver has failed too often, and webhooks wait. half-open: one webhook is posted as a probe; its success closes the circuit.',
      'closed',
    ),
    openedAt: described(
      time.nullable(),
      'The time since which webhooks wait; null while the circuit is closed.',
      null,
    ),
    nextProbeAt: described(
      time.nullable(),
      'The time of the next probe; null unless the circuit is open. Null in an open circuit: the next event of a model is the probe.',
      null,
    ),
    failedProbes: described(z.int(), 'The number of probes that have failed since the circuit opened.', 0),
    heldModels: waitingModels,
  })
  .meta({
    id: 'Circuit',
    description:
      'The circuit breaker of the receiver. It opens when webhooks of five models have failed, or those of two have timed out, and nearly none was delivered, and closes by itself when the receiver answers 200 again.',
  });

const signingSecret = z.object({
  endsWith: described(z.string(), 'The last four characters of the secret, which identify it.', 'QmE='),
  validUntil: described(
    time.nullable(),
    'The time until which the secret signs; null for the current one.',
    null,
  ),
});

export const webhookSettings = z
  .object({
    url: described(
      z.string().nullable(),
      'The URL that webhooks are posted to. While it is null, events wait.',
      SAMPLE.webhookUrl,
    ),
    enabled: webhooksEnabled,
    secrets: described(z.array(signingSecret), 'The secrets that sign webhooks, the current one first.'),
    parkedModels: waitingModels,
    circuit,
  })
  .meta({
    id: 'WebhookSettings',
    description: 'The URL that webhooks are posted to, and the secrets that sign them.',
  });

/** A time in UTC, transformed to the stored format, so that times compare as text. */
export const since = z.iso
  .datetime({ error: 'it must be a time in UTC such as 2026-03-02T09:15:00.000Z' })
  .meta({ examples: [SAMPLE.time] })
  .transform((text) => new Date(text).toISOString());

/** The `next` of a page of deliveries. */
export const DELIVERY_CURSOR = /^msg_[0-9A-Z]{26}(_\d{1,3})?$/;

import * as z from 'zod';
import { modelId, time } from './fields.ts';
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

export const CIRCUIT_STATES = ['closed', 'open', 'half-open'] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

export const webhookId = z.string().meta({
  description: 'The id of the webhook: the header webhook-id, the same in all attempts.',
  examples: [SAMPLE.webhookId],
});

export const durationMs = z.int().meta({ description: 'The duration in milliseconds.', examples: [118] });

const RESPONSE_STATUS = 'The HTTP status of the answer; null without an answer.';
const ERROR = 'The reason for the failure; null without a failure.';
const DETAIL = 'The outcome of the attempt in one sentence.';
const RESPONSE_START = 'The first 1 KB of the answer.';

/** The outcome of an attempt. */
const outcome = {
  responseStatus: z
    .int()
    .nullable()
    .meta({ description: RESPONSE_STATUS, examples: [503] }),
  error: deliveryError.nullable().meta({ description: ERROR }),
};

export const delivery = z
  .object({
    webhookId,
    event: deliveredEvent,
    modelId,
    createdAt: time.meta({ description: 'The time of the event.', examples: [SAMPLE.time] }),
    status: deliveryStatus,
    attempts: z.int().meta({ description: 'The number of attempts that were made.', examples: [4] }),
    lastAttemptAt: time.nullable().meta({
      description: 'The time of the last attempt; null before the first.',
      examples: [SAMPLE.attemptTime],
    }),
    nextAttemptAt: time.nullable().meta({
      description: 'The earliest time of the next attempt; null unless the status is retrying.',
      examples: [null],
    }),
    failedAt: time.nullable().meta({
      description: 'The time at which the model was parked; null for a webhook that never was.',
      examples: [SAMPLE.attemptTime],
    }),
    ...outcome,
    test: z.boolean().meta({ description: 'true for a test webhook.', examples: [false] }),
  })
  .meta({
    id: 'Delivery',
    description: 'The delivery of one webhook, with the outcome of its last attempt.',
  });

export const deliveryAttempt = z
  .object({
    attempt: z.int().meta({ description: 'The number of the attempt, from 1.', examples: [4] }),
    at: time.meta({ description: 'The time at which the attempt began.', examples: [SAMPLE.attemptTime] }),
    durationMs,
    ...outcome,
    detail: z.string().meta({ description: DETAIL, examples: ['The receiver answered 503 instead of 200.'] }),
    responseStart: z.string().meta({ description: RESPONSE_START, examples: ['Service unavailable'] }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver a webhook, and the answer to it.' });

/** The outcome of a test webhook. The examples are those of one that was delivered. */
export const testOutcome = {
  delivered: z.boolean().meta({ description: 'Whether the receiver answered 200.', examples: [true] }),
  webhookId: webhookId.meta({ examples: [SAMPLE.testWebhookId] }),
  responseStatus: z
    .int()
    .nullable()
    .meta({ description: RESPONSE_STATUS, examples: [200] }),
  error: deliveryError.nullable().meta({ description: ERROR, examples: [null] }),
  detail: z.string().meta({ description: DETAIL, examples: ['The receiver answered 200.'] }),
  durationMs,
  responseStart: z.string().meta({ description: RESPONSE_START, examples: ['ok'] }),
};

export const parkedModel = z
  .object({
    modelId,
    webhookId: z.string().meta({
      description: 'The id of the webhook that could not be delivered.',
      examples: [SAMPLE.webhookId],
    }),
    event: webhookEvent,
    ...outcome,
    parkedAt: time.meta({
      description: 'The time at which the model was parked.',
      examples: [SAMPLE.attemptTime],
    }),
    givenUpAt: time.meta({
      description: 'The time at which the waiting webhooks are given up.',
      examples: [SAMPLE.giveUpTime],
    }),
    waiting: z
      .int()
      .meta({ description: 'The number of webhooks that wait behind this one.', examples: [2] }),
  })
  .meta({
    id: 'ParkedModel',
    description: 'A model whose webhooks wait because one of them could not be delivered.',
  });

export const parkedModels = z.int().meta({
  description: 'The number of models whose webhooks wait; 1000 stands for 1000 or more.',
  examples: [0],
});

export const webhooksEnabled = z.boolean().meta({
  description: 'false: events wait, for 72 hours at most, until webhooks are switched on again.',
  examples: [true],
});

const circuit = z
  .object({
    state: z.enum(CIRCUIT_STATES).meta({
      description:
        'closed: webhooks are posted. open: the receiver has failed too often, and webhooks wait. half-open: one webhook is posted as a probe; its success closes the circuit.',
      examples: ['closed'],
    }),
    openedAt: time.nullable().meta({
      description: 'The time since which webhooks wait; null while the circuit is closed.',
      examples: [null],
    }),
    nextProbeAt: time.nullable().meta({
      description:
        'The time of the next probe; null unless the circuit is open. Null in an open circuit: the next event of a model is the probe.',
      examples: [null],
    }),
    failedProbes: z.int().meta({
      description: 'The number of probes that have failed since the circuit opened.',
      examples: [0],
    }),
    heldModels: z.int().meta({
      description: 'The number of models whose webhooks wait; 1000 stands for 1000 or more.',
      examples: [0],
    }),
  })
  .meta({
    id: 'Circuit',
    description:
      'The circuit breaker of the receiver. It opens when webhooks of five models have failed, or those of two have timed out, and nearly none was delivered, and closes by itself when the receiver answers 200 again.',
  });

const signingSecret = z.object({
  endsWith: z
    .string()
    .meta({ description: 'The last four characters of the secret, which identify it.', examples: ['QmE='] }),
  validUntil: time.nullable().meta({
    description: 'The time until which the secret signs; null for the current one.',
    examples: [null],
  }),
});

export const webhookSettings = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({
        description: 'The URL that webhooks are posted to. While it is null, events wait.',
        examples: [SAMPLE.webhookUrl],
      }),
    enabled: webhooksEnabled,
    secrets: z
      .array(signingSecret)
      .meta({ description: 'The secrets that sign webhooks, the current one first.' }),
    parkedModels,
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

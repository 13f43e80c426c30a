import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, success, time } from '../fields.ts';
import { CHANGE } from '../permission-bundles.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery } from '../schemas.ts';
import { parkedModel, testOutcome, webhookEvent, webhookSettings, webhooksEnabled } from '../webhooks.ts';

/** The longest webhook URL, in characters. */
const URL_MAX_LENGTH = 2048;

const answer = z.object({ success, webhooks: webhookSettings });

export const getWebhooks = endpoint({
  operation: 'admin/webhooks/get-webhooks',
  summary: 'The webhook settings: URL, secrets, the number of parked models, and the circuit breaker',
  method: 'GET',
  path: '/api/admin/webhooks',
  auth: 'userSession',
  role: 'owner',
  response: answer,
  permissions: ['table:get', 'table:query', 'webhook-secrets:read'],
});

export const updateWebhooks = endpoint({
  operation: 'admin/webhooks/update-webhooks',
  summary:
    'Sets or removes the webhook URL, or switches webhooks on or off; another URL releases waiting webhooks',
  method: 'PUT',
  path: '/api/admin/webhooks',
  auth: 'userSession',
  role: 'owner',
  body: z
    .object({
      url: described(
        z.string().trim().min(1).max(URL_MAX_LENGTH).nullable(),
        'A public https address on port 443 or above 1023; null removes the URL.',
        SAMPLE.webhookUrl,
      ).optional(),
      enabled: webhooksEnabled.optional(),
    })
    .meta({ examples: [{ url: SAMPLE.webhookUrl }] }),
  response: answer,
  permissions: [...CHANGE, 'table:query', 'trail:append', 'webhook-secrets:read'],
});

export const rotateWebhookSecret = endpoint({
  operation: 'admin/webhooks/rotate-secret',
  summary: 'Creates a webhook secret, which only this answer shows; the former one also signs for 24 hours',
  method: 'POST',
  path: '/api/admin/webhooks/secret',
  auth: 'userSession',
  role: 'owner',
  response: z.object({
    success,
    secret: described(z.string(), 'The new secret. Only this answer shows it.', SAMPLE.webhookSecret),
    previousValidUntil: described(time, 'The time until which the former secret signs, too.', SAMPLE.nextDay),
  }),
  permissions: [
    'table:get',
    'table:put',
    'trail:append',
    'webhook-secrets:read',
    'webhook-secrets:update',
    'webhook-secret-key',
  ],
});

export const sendTestWebhook = endpoint({
  operation: 'admin/webhooks/send-test',
  summary:
    'Posts a test webhook at once, even while webhooks are switched off, and answers its outcome; never retried',
  method: 'POST',
  path: '/api/admin/webhooks/test',
  auth: 'userSession',
  role: 'owner',
  body: z.object({ event: webhookEvent.optional() }).meta({ examples: [{ event: 'model.photos_ready' }] }),
  response: z.object({ success, ...testOutcome }),
  permissions: ['table:get', 'table:put', 'trail:append', 'webhook-secrets:read', 'webhook-secret-key'],
  // One attempt of 10 s, and time to record it.
  capacity: { timeoutSeconds: 20 },
});

export const listParkedModels = endpoint({
  operation: 'admin/webhooks/list-parked',
  summary: 'The models whose webhooks wait because one could not be delivered, the oldest model first',
  method: 'GET',
  path: '/api/admin/webhooks/parked',
  auth: 'userSession',
  role: 'owner',
  query: z.object({ limit: pageQuery.limit }),
  response: z.object({ success, models: z.array(parkedModel) }),
  permissions: ['table:get', 'table:query'],
});

import * as z from 'zod';
import { before, next } from '../cursor.ts';
import { endpoint } from '../endpoint.ts';
import { described, identifier, message, success } from '../fields.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery } from '../schemas.ts';
import {
  DELIVERY_CURSOR,
  deliveredEvent,
  delivery,
  deliveryAttempt,
  deliveryStatus,
  since,
  waitingModels,
} from '../webhooks.ts';

const deliveryParams = z.object({
  webhookId: described(identifier, 'The id of the webhook.', SAMPLE.webhookId),
});

export const listDeliveries = endpoint({
  operation: 'admin/deliveries/list-deliveries',
  summary: 'The delivery log of the last 30 days, the latest event first',
  method: 'GET',
  path: '/api/admin/deliveries',
  auth: 'userSession',
  role: 'owner',
  query: z.object({
    limit: pageQuery.limit,
    before: before(DELIVERY_CURSOR),
    status: deliveryStatus.optional(),
    event: deliveredEvent.optional(),
    modelId: described(identifier, 'Only webhooks about this model.').optional(),
    since: described(since, 'Only events of this time or later; in UTC.').optional(),
  }),
  response: z.object({
    success,
    deliveries: z.array(delivery),
    next,
  }),
  permissions: ['table:query'],
});

export const getDelivery = endpoint({
  operation: 'admin/deliveries/get-delivery',
  summary: 'One webhook with all its attempts and the exact body',
  method: 'GET',
  path: '/api/admin/deliveries/{webhookId}',
  auth: 'userSession',
  role: 'owner',
  params: deliveryParams,
  response: z.object({
    success,
    delivery,
    attempts: z.array(deliveryAttempt),
    body: described(
      z.string().nullable(),
      'The exact text that was signed; null when it is no longer kept.',
      `{"event":"model.photos_ready","objectType":"model","object":{"_id":"${SAMPLE.modelId}"}}`,
    ),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const redeliverDelivery = endpoint({
  operation: 'admin/deliveries/redeliver-delivery',
  summary: 'Redelivers one webhook, with the same id and body',
  method: 'POST',
  path: '/api/admin/deliveries/{webhookId}/redeliver',
  auth: 'userSession',
  role: 'owner',
  params: deliveryParams,
  response: z.object({
    success,
    message: message('The webhook will be sent again in a moment, with all its attempts.'),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});

export const redeliverFailed = endpoint({
  operation: 'admin/deliveries/redeliver-failed',
  summary: 'Redelivers all webhooks that were parked or given up since a time',
  method: 'POST',
  path: '/api/admin/deliveries/redeliver',
  auth: 'userSession',
  role: 'owner',
  body: z.object({
    since: described(since, 'Webhooks that failed at this time or later are redelivered; in UTC.'),
  }),
  response: z.object({
    success,
    message: message(
      'The webhooks that failed since then will be sent again, model by model. The delivery log shows the progress.',
    ),
    parkedModels: waitingModels.meta({ examples: [3] }),
  }),
  permissions: ['table:query', 'table:put'],
});

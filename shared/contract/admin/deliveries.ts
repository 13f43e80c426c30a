import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { identifier, pageQuery, success } from '../schemas.ts';
import {
  deliveredEvent,
  delivery,
  deliveryAttempt,
  deliveryCursor,
  deliveryStatus,
  since,
} from '../webhooks.ts';

const deliveryParams = z.object({ webhookId: identifier });

export const listDeliveries = endpoint({
  operation: 'admin/deliveries/list-deliveries',
  summary: 'The delivery log of the last 30 days, the latest event first',
  method: 'GET',
  path: '/api/admin/deliveries',
  auth: 'ownerSession',
  query: z.object({
    limit: pageQuery.limit,
    before: deliveryCursor.optional(),
    status: deliveryStatus.optional(),
    event: deliveredEvent.optional(),
    modelId: identifier.optional(),
    since: since.optional(),
  }),
  response: z.object({ success, deliveries: z.array(delivery), next: z.string().nullable() }),
  errors: [],
  permissions: ['table:query'],
});

export const getDelivery = endpoint({
  operation: 'admin/deliveries/get-delivery',
  summary: 'One webhook with all its attempts and the exact body',
  method: 'GET',
  path: '/api/admin/deliveries/{webhookId}',
  auth: 'ownerSession',
  params: deliveryParams,
  response: z.object({
    success,
    delivery,
    attempts: z.array(deliveryAttempt),
    body: z.string().nullable(),
  }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const redeliverDelivery = endpoint({
  operation: 'admin/deliveries/redeliver-delivery',
  summary: 'Has one webhook sent once more, under its own id and with its own body',
  method: 'POST',
  path: '/api/admin/deliveries/{webhookId}/redeliver',
  auth: 'ownerSession',
  params: deliveryParams,
  response: z.object({ success, message: z.string() }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});

export const redeliverFailed = endpoint({
  operation: 'admin/deliveries/redeliver-failed',
  summary: 'Has everything sent once more that is parked, or was given up, since a time',
  method: 'POST',
  path: '/api/admin/deliveries/redeliver',
  auth: 'ownerSession',
  body: z.object({ since }),
  response: z.object({ success, message: z.string(), parkedModels: z.int() }),
  errors: [],
  permissions: ['table:query', 'table:put'],
});

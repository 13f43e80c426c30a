import * as z from 'zod';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { described, message, modelId, success, teamIdentifier, time } from '../fields.ts';
import { modelParams, modelRecord } from '../model.ts';
import { CHANGE, READ_LIST, RECORDED_CHANGE } from '../permission-bundles.ts';
import { modelStatus, pageQuery, pagination } from '../schemas.ts';
import { deliveryStatus, webhookEvent, webhookId } from '../webhooks.ts';

export const listModels = endpoint({
  operation: 'v2/models/list-models',
  summary: 'All models, newest first; without a status, deleted ones included',
  method: 'GET',
  path: '/api/v2/organization/models',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ ...pageQuery, status: modelStatus.optional(), teamId: teamIdentifier.optional() }),
  response: z.object({ success, models: z.array(modelRecord), pagination }),
  permissions: READ_LIST,
});

export const getModel = endpoint({
  operation: 'v2/models/get-model',
  summary: 'One model',
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}',
  auth: 'apiKey',
  role: 'viewer',
  params: modelParams,
  response: z.object({ success, model: modelRecord }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:query'],
});

export const deleteModel = endpoint({
  operation: 'v2/models/delete-model',
  summary: 'Deletes a model and all its images; irreversible',
  method: 'DELETE',
  path: '/api/v2/organization/models/{modelId}',
  auth: 'apiKey',
  role: 'manager',
  testKeys: true,
  params: modelParams,
  response: z.object({ success, message: message('The model was deleted.'), modelId }),
  errors: ['NOT_FOUND', 'ALREADY_DELETED'],
  permissions: RECORDED_CHANGE,
  capacity: CHANGES_BALANCE,
});

export const restartModel = endpoint({
  operation: 'v2/models/restart-model',
  summary:
    'Starts a model that has failed for good once more, for a credit, which comes back if it fails again',
  method: 'POST',
  path: '/api/v2/organization/models/{modelId}/restart',
  auth: 'apiKey',
  role: 'manager',
  params: modelParams,
  response: z.object({ success, model: modelRecord }),
  errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS'],
  permissions: [...CHANGE, 'table:query', 'trail:append'],
  capacity: CHANGES_BALANCE,
});

const historyEntry = z
  .object({
    sequence: described(
      z.int().min(1),
      'The number of the event, counted per model from 1. Webhooks of one event share it, and events without a webhook leave gaps.',
      5,
    ),
    webhookId,
    event: webhookEvent,
    createdAt: described(time, 'The time of the event.', '2026-03-02T09:15:00.000Z'),
    status: deliveryStatus,
    attempts: described(z.int(), 'The number of attempts that were recorded; 0 before the first.', 4),
  })
  .meta({ id: 'ModelWebhook', description: 'A webhook of a model, and the state of its delivery.' });

export const listModelEvents = endpoint({
  operation: 'v2/models/list-model-events',
  summary: "A model's webhooks of the last 30 days, newest first, each with the state of its delivery",
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}/events',
  auth: 'apiKey',
  role: 'viewer',
  params: modelParams,
  query: z.object(pageQuery),
  response: z.object({ success, events: z.array(historyEntry), pagination }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:get-many', 'table:query'],
});

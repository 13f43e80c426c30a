import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { message, modelId, success, teamIdentifier } from '../fields.ts';
import { modelParams, modelRecord } from '../model.ts';
import { modelStatus, pageQuery, pagination } from '../schemas.ts';

export const listModels = endpoint({
  operation: 'v2/models/list-models',
  summary: 'All models, newest first; without a status, deleted ones included',
  method: 'GET',
  path: '/api/v2/organization/models',
  auth: 'apiKey',
  query: z.object({ ...pageQuery, status: modelStatus.optional(), teamId: teamIdentifier.optional() }),
  response: z.object({ success, models: z.array(modelRecord), pagination }),
  errors: [],
  permissions: ['table:query'],
});

export const getModel = endpoint({
  operation: 'v2/models/get-model',
  summary: 'One model',
  method: 'GET',
  path: '/api/v2/organization/models/{modelId}',
  auth: 'apiKey',
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
  params: modelParams,
  response: z.object({ success, message: message('The model was deleted.'), modelId }),
  errors: ['NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailAddress, identifier, modelParams, modelStatus, success } from '../schemas.ts';

const whiteLabelModel = z.object({
  success,
  modelId: z.string(),
  status: modelStatus,
  isDevelopment: z.literal(true).optional(),
  signedUrl: z.url(),
});

export const createWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/create-model',
  summary: 'Makes an anonymous user and a model; the signedUrl is framed in your own application',
  method: 'POST',
  path: '/api/v2/organization/whitelabel/model/create',
  auth: 'apiKey',
  feature: 'whiteLabel',
  body: z.object({
    email: emailAddress,
    teamId: identifier.optional(),
    isDevelopment: z.boolean().default(false),
  }),
  response: whiteLabelModel,
  errors: ['FORBIDDEN', 'INVALID_EMAIL', 'NOT_FOUND', 'INSUFFICIENT_CREDITS'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});

export const getWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/get-model',
  summary: "A white-label model's status and a fresh signedUrl",
  method: 'GET',
  path: '/api/v2/organization/whitelabel/model/get/{modelId}',
  auth: 'apiKey',
  feature: 'whiteLabel',
  params: modelParams,
  response: whiteLabelModel,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  permissions: ['table:get', 'table:put'],
});

export const deleteWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/delete-model',
  summary: 'Deletes a white-label model, its images and its anonymous user',
  method: 'DELETE',
  path: '/api/v2/organization/whitelabel/model/delete/{modelId}',
  auth: 'apiKey',
  feature: 'whiteLabel',
  params: modelParams,
  response: z.object({ success, message: z.string(), modelId: z.string() }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete'],
});

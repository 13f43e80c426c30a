import * as z from 'zod';
import { credential } from '../credential.ts';
import { memberAddress } from '../email.ts';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import { described, message, modelId, optionalTeamIdentifier, success } from '../fields.ts';
import { modelParams, modelRecord } from '../model.ts';
import { SAMPLE } from '../samples.ts';
import { modelStatus } from '../schemas.ts';

const whiteLabelModel = z.object({
  success,
  modelId,
  status: modelStatus,
  isDevelopment: modelRecord.shape.isDevelopment,
  signedUrl: credential(
    described(
      z.url(),
      'The studio of the anonymous member, for a frame in your application. It has to be opened within an hour.',
      SAMPLE.signedUrl,
    ),
  ),
});

export const createWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/create-model',
  summary: 'Creates an anonymous user and a model; your application shows the signedUrl in a frame',
  method: 'POST',
  path: '/api/v2/organization/whitelabel/model/create',
  auth: 'apiKey',
  role: 'manager',
  feature: 'whiteLabel',
  testKeys: true,
  body: z
    .object({
      email: memberAddress,
      teamId: optionalTeamIdentifier,
      isDevelopment: described(
        z.boolean(),
        'true for test data instead of a training: quick, and without a credit.',
        true,
      ).default(false),
    })
    .meta({ examples: [{ email: SAMPLE.email, isDevelopment: true }] }),
  response: whiteLabelModel.meta({
    examples: [
      {
        success: true,
        modelId: SAMPLE.modelId,
        status: 'onboarding',
        signedUrl: SAMPLE.signedUrl,
        isDevelopment: true,
      },
    ],
  }),
  errors: ['FORBIDDEN', 'INVALID_EMAIL', 'NOT_FOUND', 'INSUFFICIENT_CREDITS'],
  permissions: [
    'table:get',
    'table:put',
    'table:update',
    'table:delete',
    'trail:append',
    'member-sessions:create',
  ],
  capacity: CHANGES_BALANCE,
});

export const getWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/get-model',
  summary: 'The status of a white-label model, with a new signedUrl',
  method: 'GET',
  path: '/api/v2/organization/whitelabel/model/get/{modelId}',
  auth: 'apiKey',
  role: 'manager',
  feature: 'whiteLabel',
  params: modelParams,
  response: whiteLabelModel,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  permissions: ['table:get', 'member-sessions:create'],
});

export const deleteWhiteLabelModel = endpoint({
  operation: 'v2/whitelabel/delete-model',
  summary: 'Deletes a white-label model, its images and its anonymous user',
  method: 'DELETE',
  path: '/api/v2/organization/whitelabel/model/delete/{modelId}',
  auth: 'apiKey',
  role: 'manager',
  feature: 'whiteLabel',
  testKeys: true,
  params: modelParams,
  response: z.object({ success, message: message('The model and its user were deleted.'), modelId }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:put', 'table:update', 'table:delete', 'trail:append'],
  capacity: CHANGES_BALANCE,
});

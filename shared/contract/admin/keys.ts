import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { createdAt, identifier, message, nameText, success, time } from '../fields.ts';
import { SAMPLE } from '../samples.ts';

const KEY_ID = { description: 'The id of the API key.', examples: [SAMPLE.keyId] };
const KEY_NAME = { description: 'The purpose of the key.', examples: ['Production'] };

const apiKey = z.object({
  id: z.string().meta(KEY_ID),
  name: z.string().meta(KEY_NAME),
  prefix: z.string().meta({
    description: 'The first characters of the key, which identify it.',
    examples: ['hsk_live_k7Qm'],
  }),
  createdAt,
  lastUsedAt: time.nullable().meta({
    description: 'The time of the last use, to within a minute; null until the first.',
    examples: [SAMPLE.time],
  }),
});

export const listApiKeys = endpoint({
  operation: 'admin/keys/list-keys',
  summary: 'The API keys of the organization, newest first',
  method: 'GET',
  path: '/api/admin/keys',
  auth: 'ownerSession',
  response: z.object({
    success,
    keys: z.array(apiKey).meta({ description: 'The API keys, without the keys themselves.' }),
  }),
  errors: [],
  permissions: ['table:query'],
});

export const createApiKey = endpoint({
  operation: 'admin/keys/create-key',
  summary: 'Creates an API key; only this answer shows it',
  method: 'POST',
  path: '/api/admin/keys',
  auth: 'ownerSession',
  body: z.object({ name: nameText(120).meta(KEY_NAME) }),
  response: z.object({
    success,
    apiKey: z.string().meta({ description: 'The key, shown this once.', examples: [SAMPLE.apiKey] }),
    key: apiKey.meta({ description: 'The key as the list shows it.' }),
  }),
  errors: [],
  permissions: ['table:put'],
});

export const deleteApiKey = endpoint({
  operation: 'admin/keys/delete-key',
  summary: 'Deletes an API key; requests with it are answered 401 from then on',
  method: 'DELETE',
  path: '/api/admin/keys/{keyId}',
  auth: 'ownerSession',
  params: z.object({ keyId: identifier.meta(KEY_ID) }),
  response: z.object({ success, message: message('The API key was deleted.') }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:delete'],
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { identifier, success, time } from '../schemas.ts';

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins, for its holder to recognise it. */
  prefix: z.string(),
  createdAt: time,
  /** To within a minute; null until it is used. */
  lastUsedAt: time.nullable(),
});

export const listApiKeys = endpoint({
  operation: 'admin/keys/list-keys',
  summary: 'The API keys of the organization, newest first',
  method: 'GET',
  path: '/api/admin/keys',
  auth: 'ownerSession',
  response: z.object({ success, keys: z.array(apiKey) }),
  errors: [],
  permissions: ['table:query'],
});

export const createApiKey = endpoint({
  operation: 'admin/keys/create-key',
  summary: 'Makes an API key; it is shown in this answer and never again',
  method: 'POST',
  path: '/api/admin/keys',
  auth: 'ownerSession',
  body: z.object({ name: z.string().trim().min(1).max(120) }),
  response: z.object({ success, apiKey: z.string(), key: apiKey }),
  errors: [],
  permissions: ['table:put'],
});

export const deleteApiKey = endpoint({
  operation: 'admin/keys/delete-key',
  summary: 'Deletes an API key, which then opens nothing any more',
  method: 'DELETE',
  path: '/api/admin/keys/{keyId}',
  auth: 'ownerSession',
  params: z.object({ keyId: identifier }),
  response: z.object({ success, message: z.string() }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:delete'],
});

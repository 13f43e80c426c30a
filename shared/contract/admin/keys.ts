import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { createdAt, described, identifier, message, shownText, success, time } from '../fields.ts';
import { SAMPLE } from '../samples.ts';
import { SCOPES } from '../scopes.ts';

const KEY_ID = { description: 'The id of the API key.', examples: [SAMPLE.keyId] };
const KEY_NAME = { description: 'The purpose of the key.', examples: ['Production'] };
const KEY_NOTE = { description: 'A remark of the owner.', examples: ['Used by the nightly import.'] };
const KEY_END = {
  description: 'The time from which the key is answered 401; null for a key without an end.',
  examples: [SAMPLE.nextMonth],
};
const TEST_KEY = {
  description: 'Whether the key can only read, and create white-label models with isDevelopment true.',
  examples: [false],
};
const scopes = z.array(z.enum(SCOPES)).meta({ examples: [['models:read', 'photos:read']] });

const apiKey = z.object({
  id: z.string().meta(KEY_ID),
  name: z.string().meta(KEY_NAME),
  note: z.string().nullable().meta(KEY_NOTE),
  prefix: described(z.string(), 'The first characters of the key, which identify it.', 'hsk_live_k7Qm'),
  scopes: described(scopes.nullable(), 'The scopes of the key; null for a key that may do everything.'),
  test: z.boolean().meta(TEST_KEY),
  createdAt,
  expiresAt: time.nullable().meta(KEY_END),
  lastUsedAt: described(
    time.nullable(),
    'The time of the last use, to within a minute; null until the first.',
    SAMPLE.time,
  ),
});

export const listApiKeys = endpoint({
  operation: 'admin/keys/list-keys',
  summary: 'The API keys of the organization, newest first',
  method: 'GET',
  path: '/api/admin/keys',
  auth: 'userSession',
  role: 'owner',
  response: z.object({
    success,
    keys: described(z.array(apiKey), 'The API keys, without the keys themselves.'),
  }),
  permissions: ['table:query'],
});

export const createApiKey = endpoint({
  operation: 'admin/keys/create-key',
  summary: 'Creates an API key; only this answer shows it',
  method: 'POST',
  path: '/api/admin/keys',
  auth: 'userSession',
  role: 'owner',
  body: z
    .object({
      name: shownText(120).meta(KEY_NAME),
      note: shownText(500).meta(KEY_NOTE).optional(),
      scopes: described(
        scopes.min(1).max(SCOPES.length),
        'Reading (GET) and writing (any other method) per area. Without this field the key may do everything.',
      ).optional(),
      expiresAt: described(time, 'The end of the key, in UTC. Without this field it has no end.').optional(),
      test: z.boolean().meta(TEST_KEY).default(false),
    })
    .meta({ examples: [{ name: 'Production', scopes: ['models:read', 'photos:read'] }] }),
  response: z.object({
    success,
    apiKey: described(z.string(), 'The key, shown this once.', SAMPLE.apiKey),
    key: described(apiKey, 'The key as the list shows it.'),
  }),
  permissions: ['api-keys:create', 'trail:append'],
});

export const deleteApiKey = endpoint({
  operation: 'admin/keys/delete-key',
  summary: 'Deletes an API key; requests with it are answered 401 from then on',
  method: 'DELETE',
  path: '/api/admin/keys/{keyId}',
  auth: 'userSession',
  role: 'owner',
  params: z.object({ keyId: identifier.meta(KEY_ID) }),
  response: z.object({ success, message: message('The API key was deleted.') }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:delete', 'trail:append', 'api-keys:delete'],
});

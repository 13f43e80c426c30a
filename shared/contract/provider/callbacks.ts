import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../fields.ts';

/**
 * The token in the path is the credential, beside the signature of a provider that signs. Whatever is wrong, the answer is
 * the same 404. Requests are not counted: a provider posts the callbacks of all models from a few addresses, and a wrong
 * token costs two reads at most. The body may be anything, and is read for the signature only.
 */
export const receiveCallback = endpoint({
  operation: 'provider/receive-callback',
  summary: 'Takes the callback of a provider as a hint to poll a job now',
  method: 'POST',
  path: '/api/providers/{provider}/{token}',
  auth: 'none',
  params: z.object({ provider: z.string(), token: z.string() }),
  response: z.object({ success }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get', 'table:update', 'provider-keys:read', 'flow:resume'],
  unmetered: true,
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../fields.ts';
import { errorBody } from '../schemas.ts';

export const getHealth = endpoint({
  operation: 'web/get-health',
  summary: 'Whether the service answers: 200, without reading anything',
  method: 'GET',
  path: '/health',
  auth: 'none',
  response: z.object({ success, status: z.literal('ok') }),
  permissions: [],
  unmetered: true,
});

/** The receiver of the webhooks of the check's models. It proves that they are delivered, and reads none. */
export const dropWebhook = endpoint({
  operation: 'web/drop-webhook',
  summary: 'Answers the webhooks of the check of the main job',
  method: 'POST',
  path: '/check/webhook',
  auth: 'none',
  response: z.object({ success }),
  permissions: [],
});

/** The route of every path and method without a contract: answers have the envelope, and a browser gets a page. */
export const notFound = endpoint({
  operation: 'web/not-found',
  summary: 'The answer to unknown paths and methods',
  method: 'GET',
  path: '$default',
  auth: 'optional',
  response: errorBody,
  errors: ['NOT_FOUND'],
  permissions: [],
});

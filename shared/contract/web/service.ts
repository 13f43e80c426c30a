import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { errorBody, success } from '../schemas.ts';

export const getHealth = endpoint({
  operation: 'web/get-health',
  summary: 'Answers 200 when the service can reach its table',
  method: 'GET',
  path: '/health',
  auth: 'none',
  response: z.object({ success, status: z.literal('ok') }),
  errors: [],
  permissions: ['table:get'],
  unmetered: true,
});

/** The route of everything that no other contract leases, so that every answer has the envelope. */
export const notFound = endpoint({
  operation: 'web/not-found',
  summary: 'Answers unknown paths and methods in the error envelope',
  method: 'GET',
  path: '$default',
  auth: 'optional',
  response: errorBody,
  errors: ['NOT_FOUND'],
  permissions: [],
});

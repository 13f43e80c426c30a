import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { organization, success } from '../schemas.ts';

export const getOrganization = endpoint({
  operation: 'v2/organization/get-organization',
  summary: "The organization's name, website and teams",
  method: 'GET',
  path: '/api/v2/organization',
  auth: 'apiKey',
  response: z.object({ success, organization }),
  errors: [],
  permissions: ['table:query'],
});

export const getCredits = endpoint({
  operation: 'v2/organization/get-credits',
  summary: 'The current credit balance',
  method: 'GET',
  path: '/api/v2/organization/credits',
  auth: 'apiKey',
  response: z.object({ success, credits: z.int() }),
  errors: [],
  permissions: ['table:get'],
});

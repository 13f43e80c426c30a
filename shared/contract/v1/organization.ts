import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../fields.ts';
import { credits, organization } from '../organization.ts';

export const getOrganization = endpoint({
  operation: 'v1/organization/get-organization',
  summary: "The organization's name, website and teams",
  method: 'GET',
  path: '/api/v1/organization',
  auth: 'apiKey',
  role: 'viewer',
  response: z.object({ success, organization }),
  errors: [],
  permissions: ['table:query'],
});

export const getCredits = endpoint({
  operation: 'v1/organization/get-credits',
  summary: 'The current credit balance',
  method: 'GET',
  path: '/api/v1/organization/credits',
  auth: 'apiKey',
  role: 'viewer',
  response: z.object({ success, credits }),
  errors: [],
  permissions: ['table:get'],
});

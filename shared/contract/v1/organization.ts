import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../fields.ts';
import { organization, readsCredits } from '../organization.ts';

export const getOrganization = endpoint({
  operation: 'v1/organization/get-organization',
  summary: "The organization's name, website and teams",
  method: 'GET',
  path: '/api/v1/organization',
  auth: 'apiKey',
  role: 'viewer',
  response: z.object({ success, organization }),
  permissions: ['table:query'],
});
export const getCredits = readsCredits('v1');

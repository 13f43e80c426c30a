import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../fields.ts';
import { credits, organization } from '../organization.ts';
import { month, teamUsage, usageCounts } from '../usage.ts';

export const getOrganization = endpoint({
  operation: 'v2/organization/get-organization',
  summary: "The organization's name, website and teams",
  method: 'GET',
  path: '/api/v2/organization',
  auth: 'apiKey',
  role: 'viewer',
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
  role: 'viewer',
  response: z.object({ success, credits }),
  errors: [],
  permissions: ['table:get'],
});

const FROM = {
  description: 'The first month, in UTC. Default: eleven months before the last one.',
  examples: ['2026-01'],
};
const TO = { description: 'The last month, in UTC. Default: the present one.', examples: ['2026-11'] };

export const getUsage = endpoint({
  operation: 'v2/organization/get-usage',
  summary: 'The usage per month and team: credits, models and headshots, for up to 36 months',
  method: 'GET',
  path: '/api/v2/organization/usage',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({ from: month.meta(FROM).optional(), to: month.meta(TO).optional() }),
  response: z.object({
    success,
    months: z.array(month).meta({
      description: 'All months of the report, the first one first.',
      examples: [['2026-02', '2026-03']],
    }),
    usage: z.array(teamUsage).meta({
      description: 'An entry for each month and team with usage: by month, those without a team first.',
    }),
    total: usageCounts,
  }),
  errors: [],
  permissions: ['table:query', 'table:get-many'],
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, success } from '../fields.ts';
import { readsCredits, readsOrganization } from '../organization.ts';
import { month, teamUsage, usageCounts } from '../usage.ts';

export const getOrganization = readsOrganization('v2');
export const getCredits = readsCredits('v2');

const FROM = {
  description: 'The first month, as YYYY-MM, in UTC. Default: eleven months before the last one.',
  examples: ['2026-01'],
};
const TO = {
  description: 'The last month, as YYYY-MM, in UTC. Default: the present one.',
  examples: ['2026-11'],
};

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
    months: described(z.array(month), 'All months of the report, the first one first.', [
      '2026-02',
      '2026-03',
    ]),
    usage: described(
      z.array(teamUsage),
      'An entry for each month and team with usage: by month, those without a team first.',
    ),
    total: usageCounts,
  }),
  permissions: ['table:query', 'table:get-many'],
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});

import * as z from 'zod';
import { described, teamIdOrNull } from './fields.ts';
import { SAMPLE } from './samples.ts';

export const month = z
  .string()
  .regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, { error: 'it must be a month such as 2026-03' });

const counters = {
  credits: described(
    z.int(),
    'Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative.',
    12,
  ),
  modelsBegun: described(z.int(), 'Models that were created.', 15),
  modelsFinished: described(z.int(), 'Models whose headshots became ready.', 11),
  modelsFailed: described(z.int(), 'Models that failed for good. One that is restarted can fail again.', 1),
  headshots: described(z.int(), 'Headshots that were made.', 440),
};

export const usageCounts = z
  .object(counters)
  .meta({ id: 'UsageCounts', description: 'The sum over all months and teams.' });

export const teamUsage = z
  .object({
    month: described(month, 'The month, in UTC.', '2026-03'),
    teamId: teamIdOrNull,
    teamName: described(
      z.string().nullable(),
      'The present name of the team, or its last one if it was deleted; null without a team.',
      SAMPLE.team,
    ),
    teamDeleted: described(z.literal(true).optional(), 'The team was deleted.'),
    ...counters,
  })
  .meta({
    id: 'TeamUsage',
    description:
      'The usage of the models of one team in one month. A model counts for the team that it was in at the time. Development models do not count.',
  });
export type TeamUsage = z.infer<typeof teamUsage>;

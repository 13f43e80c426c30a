import * as z from 'zod';
import { teamIdOrNull } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** A month in UTC. */
export const month = z
  .string()
  .regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, { error: 'it must be a month such as 2026-03' });

const counters = {
  credits: z.int().meta({
    description:
      'Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative.',
    examples: [12],
  }),
  modelsBegun: z.int().meta({ description: 'Models that were created.', examples: [15] }),
  modelsFinished: z.int().meta({ description: 'Models whose headshots became ready.', examples: [11] }),
  modelsFailed: z.int().meta({
    description: 'Models that failed for good. One that is restarted can fail again.',
    examples: [1],
  }),
  headshots: z.int().meta({ description: 'Headshots that were made.', examples: [440] }),
};

export const usageCounts = z
  .object(counters)
  .meta({ id: 'UsageCounts', description: 'The sum over all months and teams.' });

export const teamUsage = z
  .object({
    month: month.meta({ description: 'The month, in UTC.', examples: ['2026-03'] }),
    teamId: teamIdOrNull,
    teamName: z
      .string()
      .nullable()
      .meta({
        description: 'The present name of the team, or its last one if it was deleted; null without a team.',
        examples: [SAMPLE.team],
      }),
    teamDeleted: z.literal(true).optional().meta({ description: 'The team was deleted.' }),
    ...counters,
  })
  .meta({
    id: 'TeamUsage',
    description:
      'The usage of the models of one team in one month. A model counts for the team that it was in at the time. Development models do not count.',
  });
export type TeamUsage = z.infer<typeof teamUsage>;

import * as z from 'zod';
import { nameText } from './fields.ts';
import { SAMPLE } from './samples.ts';

const NAME = { description: 'The name of the organization.', examples: [SAMPLE.company] };

/** The name of an organization in a request. */
export const organizationName = nameText(120).meta(NAME);

export const team = z
  .object({
    id: z.string().meta({ description: 'The id of the team.', examples: [SAMPLE.teamId] }),
    name: z.string().meta({ description: 'The name of the team.', examples: [SAMPLE.team] }),
  })
  .meta({ id: 'Team', description: 'A group of members. Its name is unique in the organization.' });

export const organization = z
  .object({
    uid: z.string().meta({ description: 'The id of the organization.', examples: [SAMPLE.organizationId] }),
    name: z.string().meta(NAME),
    website: z.string().meta({
      description: 'The website of the organization; empty without one.',
      examples: [SAMPLE.website],
    }),
    teams: z.array(team),
  })
  .meta({ id: 'Organization', description: 'The organization that an API key belongs to.' });

export const credits = z.int().meta({
  description: 'The credit balance. One credit is taken when a member finishes onboarding.',
  examples: [100],
});

import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { described, nameText, success } from './fields.ts';
import { SAMPLE } from './samples.ts';

const NAME = { description: 'The name of the organization.', examples: [SAMPLE.company] };

export const organizationName = nameText(120).meta(NAME);

export const team = z
  .object({
    id: described(z.string(), 'The id of the team.', SAMPLE.teamId),
    name: described(z.string(), 'The name of the team.', SAMPLE.team),
  })
  .meta({ id: 'Team', description: 'A group of members. Its name is unique in the organization.' });

export const organization = z
  .object({
    uid: described(z.string(), 'The id of the organization.', SAMPLE.organizationId),
    name: z.string().meta(NAME),
    website: described(z.string(), 'The website of the organization; empty without one.', SAMPLE.website),
    teams: z.array(team),
  })
  .meta({ id: 'Organization', description: 'The organization that an API key belongs to.' });

/** In answers to members and to people who are invited. */
export const photosBy = described(
  z.string().nullable(),
  'The day by which the organization asks for photos; null without one, and when it is over.',
  '2026-12-31',
);

export const credits = described(
  z.int(),
  'The credit balance. One credit is taken when a member finishes onboarding.',
  100,
);

export function readsOrganization<const Version extends 'v1' | 'v2'>(version: Version) {
  return endpoint({
    operation: `${version}/organization/get-organization`,
    summary: "The organization's name, website and teams",
    method: 'GET',
    path: `/api/${version}/organization`,
    auth: 'apiKey',
    role: 'viewer',
    response: z.object({ success, organization }),
    permissions: ['table:query'],
  });
}

export function readsCredits<const Version extends 'v1' | 'v2'>(version: Version) {
  return endpoint({
    operation: `${version}/organization/get-credits`,
    summary: 'The current credit balance',
    method: 'GET',
    path: `/api/${version}/organization/credits`,
    auth: 'apiKey',
    role: 'viewer',
    response: z.object({ success, credits }),
    permissions: ['table:get'],
  });
}

import * as z from 'zod';
import { emailAddress, nameText, teamIdentifier } from './fields.ts';
import { SAMPLE } from './samples.ts';
import { distinct, LIST_MAX_LENGTH } from './schemas.ts';

/** Requests to change teams, which are the same in v1 and v2. */

const TEAM_NAME_MAX_LENGTH = 100;

export const teamParams = z.object({ teamId: teamIdentifier });

export const teamBody = z.object({
  name: nameText(TEAM_NAME_MAX_LENGTH).meta({
    description: 'The name of the team.',
    examples: [SAMPLE.team],
  }),
});

/** Rejects lone surrogates, which JSON can contain, but neither an address nor a key of the table. */
const wellFormedAddress = emailAddress.refine((email) => email.isWellFormed(), {
  params: { code: 'INVALID_EMAIL' },
  error: 'The e-mail address is not valid Unicode text.',
});

export const teamMembersBody = z.object({
  emails: z
    .array(wellFormedAddress)
    .min(1)
    .max(LIST_MAX_LENGTH)
    .meta({
      description:
        'The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.',
      examples: [[SAMPLE.email]],
    })
    .transform(distinct),
});

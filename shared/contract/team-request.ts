import * as z from 'zod';
import { TEAM_NAME_MAX_LENGTH } from './address.ts';
import { distinct } from './distinct.ts';
import { memberAddress } from './email.ts';
import { described, nameText, teamIdentifier } from './fields.ts';
import { foldedName } from './folded-name.ts';
import { SAMPLE } from './samples.ts';
import { LIST_MAX_LENGTH } from './schemas.ts';

/** Requests to change teams, which are the same in v1 and v2. */

/** The folded name is a key, of 1,024 bytes at most: three for a character. A ligature stands for up to 18. */
const FOLDED_MAX_LENGTH = 300;

export const teamParams = z.object({ teamId: teamIdentifier });

export const teamBody = z.object({
  name: described(
    nameText(TEAM_NAME_MAX_LENGTH).refine((name) => foldedName(name).length <= FOLDED_MAX_LENGTH, {
      error: `its characters may stand for at most ${FOLDED_MAX_LENGTH}`,
    }),
    'The name of the team.',
    SAMPLE.team,
  ),
});

export const teamMembersBody = z.object({
  emails: described(
    z.array(memberAddress).min(1).max(LIST_MAX_LENGTH),
    'The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.',
    [SAMPLE.email],
  ).transform(distinct),
});

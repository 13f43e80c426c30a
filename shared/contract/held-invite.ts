import * as z from 'zod';
import { branding } from './branding.ts';
import { described, time } from './fields.ts';
import { organization, photosBy } from './organization.ts';
import { SAMPLE } from './samples.ts';

/** The state of an invite, by which its page says what to do. */
export const heldInviteState = z.enum(['open', 'used', 'expired', 'revoked']).meta({
  id: 'HeldInviteState',
  description:
    'open: sign up with it. used: the person has signed up, and POST /api/member/session/link mails a link to continue. expired, also after the end of the access, and revoked: ask the organization for a new invite.',
  examples: ['open'],
});
export type HeldInviteState = z.infer<typeof heldInviteState>;

export const invitingOrganization = described(
  organization.pick({ name: true, website: true }).extend({
    description: described(
      z.string(),
      'The description of the organization; empty without one.',
      'Tools for gardeners',
    ),
    branding,
    photosBy,
  }),
  'The organization that invites.',
);

/** An invite as the holder of its link sees it, without a session. */
export const heldInvite = z
  .object({
    state: heldInviteState,
    organization: invitingOrganization,
    maskedEmail: described(
      z.string(),
      'The address that the invite was sent to, of which only the first character and the domain are shown.',
      'a•••@company.example',
    ),
    name: described(
      z.string().optional(),
      'The name that the organization has invited the person by, while the state is open.',
      SAMPLE.name,
    ),
    expiresAt: described(time, 'The time at which the invite expires, or has expired.', SAMPLE.nextMonth),
  })
  .meta({ id: 'HeldInvite', description: 'An invite as the person who holds its link sees it.' });

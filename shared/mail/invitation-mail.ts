import type { Role } from '../contract/roles.ts';
import type { Mail } from './message.ts';
import { shownName, type UserRecipient, userMail } from './user-mail.ts';

export interface InvitationMail {
  organizationName: string;
  role: Role;
  /** Opens a session, once. */
  link: string;
  /** The time at which the link expires, ISO 8601. */
  expiresAt: string;
  /** The page where users sign in. */
  adminUrl: string;
}

/** The mail that invites a person to an organization as a user. */
export function invitationMail(
  recipient: UserRecipient,
  { organizationName, role, link, expiresAt, adminUrl }: InvitationMail,
): Mail {
  return userMail(recipient, (texts) =>
    texts.invitation(shownName(organizationName), role, link, expiresAt, adminUrl),
  );
}

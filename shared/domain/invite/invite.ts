import { Problem } from '../../contract/errors.ts';
import type { RefusedMail } from '../../contract/mail-events.ts';
import { isoTime } from '../../platform/clock.ts';
import { ID_PREFIXES, ulid } from '../../platform/id.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';

/** An invite as it is stored. It stays `pending` after its expiry until a sweep or a request closes it. */
export interface Invite {
  id: string;
  organizationId: string;
  /** The address it was sent to. */
  email: string;
  /** The name by which the organization invites the person. */
  name?: string;
  teamId?: string;
  status: 'pending' | 'used' | 'revoked' | 'expired';
  /** The member who signed up with it, or used it for another model. */
  memberId?: string;
  /** The member whom it allows another model; absent for an invite to a person who is no member yet. */
  renews?: string;
  /** The deleted model that it paid for; set when the member has used a later invite. */
  endedModelId?: string;
  createdAt: string;
  expiresAt: string;
  /** The number of mails that were requested for it; absent for one. */
  mails?: number;
  /** The number and the time of the latest mail that SES accepted. */
  mailed?: number;
  mailedAt?: string;
  /** When the member has signed up with it, and the number of mails that were requested until then. */
  signedUp?: { at: string; mails: number };
  /** True once the person has asked for no reminders, of the invite or after the sign-up. */
  wantsNoReminders?: boolean;
  /** Set when the address has refused the invite's mail; it gets no more. */
  mailRefused?: RefusedMail;
  /** The time at which the person was erased. What remains is a tombstone without an address. */
  erasedAt?: string;
}

/** The validity of an invite at a time. An expired invite is not valid, even before it is closed. */
export type Validity = 'pending' | 'used' | 'not-valid';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const ORGANIZATION_ID = new RegExp(`^${ID_PREFIXES.organization}_(${ULID})$`);
const INVITE_ID = new RegExp(`^${ID_PREFIXES.invite}_(${ULID})${ULID}$`);

/** A new invite. Its id is all that an invited person has: the organization's ULID, and one with 80 random bits. */
export function newInvite(
  context: DomainContext,
  organizationId: string,
  { email, name, teamId }: { email: string; name?: string | undefined; teamId?: string | undefined },
): Invite {
  const now = context.clock.now();
  return {
    // The list tells by the time of the id whether the invite has expired.
    id: inviteIdPrefix(organizationId) + ulid({ now: () => now }, context.randomness),
    organizationId,
    email,
    status: 'pending',
    createdAt: isoTime(now),
    expiresAt: isoTime(now + ACCESS_LIFETIME),
    ...(name !== undefined && { name }),
    ...(teamId !== undefined && { teamId }),
  };
}

/** The prefix of the ids of an organization's invites. */
export function inviteIdPrefix(organizationId: string): string {
  const ulidOfOrganization = ORGANIZATION_ID.exec(organizationId)?.[1];
  if (ulidOfOrganization === undefined)
    throw new Error(`${organizationId} is not the id of an organization.`);
  return `${ID_PREFIXES.invite}_${ulidOfOrganization}`;
}

/** The organization that an invite's id names; undefined for any other text. */
export function organizationOfInvite(inviteId: string): string | undefined {
  const ulidOfOrganization = INVITE_ID.exec(inviteId)?.[1];
  return ulidOfOrganization && `${ID_PREFIXES.organization}_${ulidOfOrganization}`;
}

export async function findInvite(
  context: DomainContext,
  organizationId: string,
  inviteId: string,
): Promise<Invite | undefined> {
  if (organizationOfInvite(inviteId) !== organizationId) return undefined;
  return context.table.get<Invite & Key>(keys.invite(organizationId, inviteId));
}

/** The newest invite that was sent to an address, or undefined when none ever was. */
export async function findInviteTo(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<Invite | undefined> {
  const invitee = await context.table.get<{ inviteId: string }>(keys.invitee(organizationId, email));
  return invitee && findInvite(context, organizationId, invitee.inviteId);
}

/**
 * The newest invite to an address, if it can still be used.
 * @param errors what to say of one that cannot
 * @throws NOT_FOUND without an invite, INVALID_REQUEST when it was used, ALREADY_DELETED when it is no longer valid
 */
export async function readPendingInvite(
  context: DomainContext,
  organizationId: string,
  email: string,
  errors: Record<Exclude<Validity, 'pending'>, string>,
): Promise<Invite> {
  const invite = await findInviteTo(context, organizationId, email);
  if (!invite) throw inviteNotFound();
  const validity = validityOf(invite, context.clock.now());
  if (validity === 'pending') return invite;
  throw new Problem(validity === 'used' ? 'INVALID_REQUEST' : 'ALREADY_DELETED', errors[validity]);
}

export function validityOf({ status, expiresAt }: Invite, now: number): Validity {
  if (status === 'used') return 'used';
  return status === 'pending' && Date.parse(expiresAt) > now ? 'pending' : 'not-valid';
}

export function inviteLink(appUrl: string, inviteId: string): string {
  return `${appUrl}/auth/signup?invite=${inviteId}`;
}

export function inviteNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The invite does not exist.');
}

import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { ID_PREFIXES, ulid } from '../../platform/id.ts';
import { equals } from '../../table/condition.ts';
import { type Key, keys } from '../../table/keys.ts';
import { type Guard, remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';
import { balanceWrite } from '../organization/credits.ts';

/** An invite as it is stored. One that has expired stays `pending` until somebody needs its place or address. */
export interface Invite {
  id: string;
  organizationId: string;
  /** The address it was sent to. */
  email: string;
  teamId?: string;
  status: 'pending' | 'used' | 'revoked' | 'expired';
  /** Who used it. */
  memberId?: string;
  createdAt: string;
  expiresAt: string;
  /** When its mail was handed to SES. */
  mailedAt?: string;
}

/** What an invite is good for at this moment. */
export type Validity = 'pending' | 'used' | 'not-valid';

/** Somebody else has used, revoked or expired the invite meanwhile: read it again and decide anew. */
export class InviteClosed extends Error {
  override readonly name = 'InviteClosed';
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const ORGANIZATION_ID = new RegExp(`^${ID_PREFIXES.organization}_(${ULID})$`);
const INVITE_ID = new RegExp(`^${ID_PREFIXES.invite}_(${ULID})${ULID}$`);

/**
 * The link is all that an invited person has, so the id leads to its organization by itself: it is the
 * organization's ULID and a fresh one, whose 80 random bits nobody can guess.
 */
export function newInvite(
  context: DomainContext,
  organizationId: string,
  { email, teamId }: { email: string; teamId?: string | undefined },
): Invite {
  const now = context.clock.now();
  return {
    id: inviteIdPrefix(organizationId) + ulid(context.clock, context.randomness),
    organizationId,
    email,
    status: 'pending',
    createdAt: isoTime(now),
    expiresAt: isoTime(now + ACCESS_LIFETIME),
    ...(teamId !== undefined && { teamId }),
  };
}

/** What all ids of an organization's invites begin with. */
export function inviteIdPrefix(organizationId: string): string {
  const ulidOfOrganization = ORGANIZATION_ID.exec(organizationId)?.[1];
  if (ulidOfOrganization === undefined) throw new Error(`${organizationId} is no organization's id.`);
  return `${ID_PREFIXES.invite}_${ulidOfOrganization}`;
}

/** The organization that an invite's id names, or undefined for what is not such an id. */
export function organizationOfInvite(inviteId: string): string | undefined {
  const ulidOfOrganization = INVITE_ID.exec(inviteId)?.[1];
  return ulidOfOrganization && `${ID_PREFIXES.organization}_${ulidOfOrganization}`;
}

/** The invite, or undefined when the organization has none with this id. */
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

/**
 * pending → settled, once: the invite no longer counts as pending, and no sweep looks for it.
 * @throws InviteClosed, when committed, if somebody was faster.
 */
export function closeWrites(
  { id, organizationId }: Invite,
  settled: { status: 'revoked' | 'expired' } | { status: 'used'; memberId: string },
): Transaction {
  return [
    update(
      keys.invite(organizationId, id),
      { set: settled, remove: ['GSI1PK', 'GSI1SK'] },
      {
        condition: equals('status', 'pending'),
        onConditionFailed: () => new InviteClosed(`${id} is settled.`),
      },
    ),
    balanceWrite(organizationId, { pendingInvites: -1 }),
  ];
}

/** Settles an invite that nobody has used, and frees its address. @throws InviteClosed, when committed. */
export function withdrawWrites(invite: Invite, status: 'revoked' | 'expired'): Transaction {
  return [
    ...closeWrites(invite, { status }),
    remove(keys.email(invite.organizationId, invite.email), holdsAddress(invite)),
  ];
}

/** As long as an invite is pending, its address is held for it: belongs behind {@link closeWrites}. */
export function holdsAddress({ id }: Invite): Guard {
  return {
    condition: equals('inviteId', id),
    onConditionFailed: () => new Error(`${id} is pending, but does not hold its address.`),
  };
}

import { Problem } from '../../contract/errors.ts';
import { DAY, isoTime } from '../../platform/clock.ts';
import { keys, scopes } from '../../table/keys.ts';
import { put, remove, type Transaction, update } from '../../table/transaction.ts';
import { actingAs, type DomainContext } from '../context.ts';
import type { Member } from '../member/member.ts';
import { newSession, type OpenedSession } from '../member/session.ts';
import { admit } from '../rate-limit/admit.ts';
import { fixedPool } from '../rate-limit/pool.ts';
import { trailWrite } from '../trail/trail.ts';
import { holdAddressWrite, holdingAddress } from './address.ts';
import {
  closeWrites,
  findInvite,
  holdsAddress,
  type Invite,
  InviteClosed,
  organizationOfInvite,
} from './invite.ts';
import { renewMember } from './renewal.ts';

/** A person's choices at sign-up: a name, and an address in place of the invited one. */
export interface SignUpChoice {
  name?: string | undefined;
  email?: string | undefined;
}

/** Tries of one invite to sign up with another address within a day: its holder cannot find out who is there. */
const OTHER_ADDRESSES = 3;

/**
 * Uses an invite, once: creates its member, or allows its member another model, and opens a session.
 * @throws UNAUTHORIZED for an invite that is unknown, used or no longer valid, INVALID_REQUEST when the
 * chosen address cannot be used.
 */
export async function signUp(
  context: DomainContext,
  inviteId: string,
  choice: SignUpChoice,
): Promise<OpenedSession> {
  const organizationId = organizationOfInvite(inviteId);
  const invite = organizationId && (await findInvite(context, organizationId, inviteId));
  if (!invite || Date.parse(invite.expiresAt) <= context.clock.now()) throw notValid();
  if (invite.status === 'used') throw usedAlready();
  if (invite.status !== 'pending') throw notValid();
  if (invite.renews === undefined) await countOtherAddress(context, invite, choice);
  try {
    if (invite.renews === undefined) return await joinOrganization(context, invite, choice);
    const opened = await renewMember(context, invite, invite.renews);
    if (!opened) throw notValid();
    return opened;
  } catch (error) {
    // A closed invite stays closed, so reading it again finds the reason.
    if (error instanceof InviteClosed) return signUp(context, inviteId, choice);
    throw error;
  }
}

/** @throws INVALID_REQUEST beyond the tries, as for an address that is taken. */
async function countOtherAddress(
  context: DomainContext,
  { organizationId, id, email }: Invite,
  choice: SignUpChoice,
): Promise<void> {
  if (choice.email === undefined || choice.email === email) return;
  const pool = fixedPool(scopes.invite(organizationId, id, 'address'), DAY, OTHER_ADDRESSES);
  if (!(await admit(context, pool)).admitted) throw addressRefused();
}

async function joinOrganization(
  context: DomainContext,
  invite: Invite,
  { name, email = invite.email }: SignUpChoice,
): Promise<OpenedSession> {
  const { organizationId, teamId } = invite;
  const member: Member = {
    id: context.newId('member'),
    email,
    anonymous: false,
    inviteId: invite.id,
    joinedAt: isoTime(context.clock.now()),
    ...(name !== undefined && { name }),
    ...(teamId !== undefined && { teamId }),
  };
  const { opened, write: sessionWrite } = newSession(context, organizationId, member);
  const writes = [
    ...closeWrites(invite, { status: 'used', memberId: member.id }),
    ...addressWrites(invite, member),
    put({ ...keys.member(organizationId, member.id), ...member }),
    sessionWrite,
    trailWrite(
      actingAs(context, { actor: { kind: 'member', id: member.id } }),
      organizationId,
      'member.signed_up',
      invite.id,
    ),
  ];
  await holdingAddress(context, organizationId, addressRefused, () => context.table.commit(writes));
  return opened;
}

/** The invited address passes to the member, or is freed when the member has chosen another one. */
function addressWrites(invite: Invite, member: Member): Transaction {
  const { organizationId, email } = invite;
  const invited = keys.email(organizationId, email);
  if (member.email === email) {
    return [update(invited, { set: { memberId: member.id }, remove: ['inviteId'] }, holdsAddress(invite))];
  }
  return [
    remove(invited, holdsAddress(invite)),
    holdAddressWrite(organizationId, member.email, { memberId: member.id }),
  ];
}

function notValid(): Problem {
  return new Problem('UNAUTHORIZED', 'The invite is not valid or no longer valid; ask for a new one.');
}

function usedAlready(): Problem {
  return new Problem(
    'UNAUTHORIZED',
    'The invite was used already; have a link mailed to you to continue where you left off.',
  );
}

/** The same for an address that is taken and beyond the tries, so that it does not tell who is there. */
function addressRefused(): Problem {
  return new Problem(
    'INVALID_REQUEST',
    'This address cannot be used; leave the field `email` out to sign up with the invited address.',
  );
}

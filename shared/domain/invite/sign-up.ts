import { Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import { listChange } from '../../table/list-index/change.ts';
import { listed } from '../../table/list-index/log.ts';
import { put, remove, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findMember, type Member } from '../member/member.ts';
import { newSession, type OpenedSession } from '../member/session.ts';
import { memberKey } from '../member/status.ts';
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

/**
 * Uses an invite, once: creates its member, or allows its member another model, and opens a session. Until the invite expires, its link also signs
 * the member in again, with a new session each time.
 * @throws UNAUTHORIZED for an invite that is unknown or no longer valid, ALREADY_EXISTS when the chosen
 * address is taken.
 */
export async function signUp(
  context: DomainContext,
  inviteId: string,
  choice: SignUpChoice,
): Promise<OpenedSession> {
  const organizationId = organizationOfInvite(inviteId);
  const invite = organizationId && (await findInvite(context, organizationId, inviteId));
  if (!invite || Date.parse(invite.expiresAt) <= context.clock.now()) throw notValid();
  if (invite.status === 'used') return signInAgain(context, invite);
  if (invite.status !== 'pending') throw notValid();
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

async function signInAgain(
  context: DomainContext,
  { organizationId, memberId }: Invite,
): Promise<OpenedSession> {
  const member = memberId && (await findMember(context, organizationId, memberId));
  if (!member) throw notValid();
  const { opened, write } = newSession(context, organizationId, member);
  await context.table.commit([write]);
  return opened;
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
    listed(
      put({ ...keys.member(organizationId, member.id), ...member }),
      listChange('member', member.id, undefined, memberKey(member)),
    ),
    sessionWrite,
  ];
  await holdingAddress(
    context,
    organizationId,
    () => addressTaken(email),
    () => context.table.commit(writes),
  );
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

function addressTaken(email: string): Problem {
  return new Problem('ALREADY_EXISTS', `The address ${email} is taken; choose another one.`);
}

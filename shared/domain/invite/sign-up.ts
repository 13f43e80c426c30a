import { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import { isoTime } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedMembers } from '../listed.ts';
import { confirmationMailWrite } from '../member/address.ts';
import type { Member } from '../member/member.ts';
import { newSession, type OpenedSession } from '../member/open-session.ts';
import { searchWordWrites } from '../member/search-words.ts';
import { trailWrite } from '../trail/trail.ts';
import { closeWrites, hasAddress, InviteClosed } from './close.ts';
import { findInvite, type Invite, organizationOfInvite } from './invite.ts';
import { renewMember } from './renewal.ts';

/** A person's choices at sign-up. The address takes the place of the invited one once it is confirmed. */
export interface SignUpChoice {
  name?: string | undefined;
  email?: string | undefined;
  language?: Language | undefined;
}

/** Uses an invite, once, for a new member or another model, and opens a session. @throws UNAUTHORIZED for others. */
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
  try {
    if (invite.renews === undefined) return await joinOrganization(context, invite, choice);
    const opened = await renewMember(context, invite, invite.renews, choice.language);
    if (!opened) throw notValid();
    return opened;
  } catch (error) {
    // A closed invite stays closed, so reading it again finds the reason.
    if (error instanceof InviteClosed) return signUp(context, inviteId, choice);
    throw error;
  }
}

async function joinOrganization(
  context: DomainContext,
  invite: Invite,
  { name: given, email: chosen, language }: SignUpChoice,
): Promise<OpenedSession> {
  const { organizationId, teamId, email } = invite;
  const name = given ?? invite.name;
  const pendingEmail = chosen === email ? undefined : chosen;
  const member: Member = {
    id: context.newId('member'),
    email,
    anonymous: false,
    inviteId: invite.id,
    joinedAt: isoTime(context.clock.now()),
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    ...(pendingEmail !== undefined && { pendingEmail }),
    ...(teamId !== undefined && { teamId }),
  };
  const { opened, write: sessionWrite } = newSession(context, organizationId, member);
  await context.table.commit([
    ...closeWrites(
      context,
      invite,
      { status: 'used', memberId: member.id },
      listedMembers.add(organizationId, member),
    ),
    update(
      keys.email(organizationId, email),
      { set: { memberId: member.id }, remove: ['inviteId'] },
      hasAddress(invite),
    ),
    ...searchWordWrites(organizationId, undefined, member),
    sessionWrite,
    ...(pendingEmail === undefined ? [] : [confirmationMailWrite(context, organizationId, member.id)]),
    trailWrite(context, organizationId, 'member.signed_up', invite.id, { kind: 'member', id: member.id }),
  ]);
  return opened;
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

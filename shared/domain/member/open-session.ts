import { Problem } from '../../contract/errors.ts';
import { equals, exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, remove, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { accessEnded, type Member } from './member.ts';
import { findTokenOfMember, type Session, type ShownSession, TOKEN_FORMAT, tokenWrite } from './session.ts';

/** A session that was just opened, with its token, which is not stored. */
export interface OpenedSession extends Session {
  session: string;
  expiresAt: string;
}

/**
 * Opens a session with the token of a signedUrl, or once with that of a link for a returning member.
 * @throws UNAUTHORIZED for an invalid token, without its member or model, and when the access has ended.
 */
export async function openSession(context: DomainContext, token: string): Promise<OpenedSession> {
  return TOKEN_FORMAT.return.partsOf(token)
    ? openWithReturnLink(context, token)
    : openWithSignedUrl(context, token);
}

async function openWithReturnLink(context: DomainContext, token: string): Promise<OpenedSession> {
  const found = await findTokenOfMember(context, 'return', token);
  if (!found || accessEnded(found.member, context.clock.now())) throw invalidLink();
  const { organizationId, memberId, hash, member } = found;
  const { opened, write } = newSession(context, organizationId, member);
  await context.table.commit([
    remove(
      keys.memberToken(organizationId, memberId, hash),
      onlyIf(equals('purpose', 'return'), invalidLink),
    ),
    write,
    ...(member.isReached
      ? []
      : [
          update(
            keys.member(organizationId, memberId),
            { set: { isReached: true } },
            onlyIf(exists, invalidLink),
          ),
        ]),
    signedInWrite(context, organizationId, memberId),
  ]);
  return opened;
}

async function openWithSignedUrl(context: DomainContext, token: string): Promise<OpenedSession> {
  const found = await findTokenOfMember(context, 'open', token);
  const now = context.clock.now();
  if (!found || found.member.modelId !== found.record.modelId || accessEnded(found.member, now)) {
    throw invalidLink();
  }
  const { member } = found;
  const { opened, write } = newSession(context, found.organizationId, member);
  await context.table.commit([write, signedInWrite(context, found.organizationId, member.id)]);
  return opened;
}

function signedInWrite(context: DomainContext, organizationId: string, memberId: string): Write {
  return trailWrite(context, organizationId, 'member.signed_in', memberId, { kind: 'member', id: memberId });
}

/** A session for a member, and the write that stores it. */
export function newSession(
  context: DomainContext,
  organizationId: string,
  member: Member,
): { opened: OpenedSession; write: Write } {
  const { token, expiresAt, write } = tokenWrite(context, 'session', organizationId, member.id);
  return { opened: { organizationId, member, session: token, expiresAt }, write };
}

/** Ends the session of a member, with effect on the next request. */
export async function endSession(
  context: DomainContext,
  { organizationId, member, hash }: ShownSession,
): Promise<void> {
  await context.table.commit([
    remove(keys.memberToken(organizationId, member.id, hash)),
    trailWrite(context, organizationId, 'member.signed_out', member.id),
  ]);
}

export function invalidLink(): Problem {
  return new Problem('UNAUTHORIZED', 'The link is not valid or no longer valid; ask for a new one.');
}

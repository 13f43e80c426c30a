import type { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import type { ListedWrite } from '../../lists/writes.ts';
import { attributeAbsent, both, equals, exists, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ConcurrencyConflict, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { check, onlyIf, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedInvites, listedMembers } from '../listed.ts';
import { findMember, type Member } from '../member/member.ts';
import { newSession, type OpenedSession } from '../member/open-session.ts';
import { searchWordWrites, unchangedNameAndEmail } from '../member/search-words.ts';
import { trailWrite } from '../trail/trail.ts';
import { closeWrites, freeRenewedAddressWrite } from './close.ts';
import type { Invite } from './invite.ts';

/** An invite pays for one model. When that was deleted, its member needs a new invite, which leads to the same member. */

/** Whether a member may get a new invite: the former one has paid for a model that was deleted. */
export function isRenewable({ inviteUsedUp, modelId }: Member): boolean {
  return inviteUsedUp === true && modelId === undefined;
}

/** The member who has an address and may get a new invite, or undefined. */
export async function findRenewable(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<Member | undefined> {
  const holder = await context.table.get<{ memberId?: string; inviteId?: string }>(
    keys.email(organizationId, email),
  );
  if (holder?.memberId === undefined || holder.inviteId !== undefined) return undefined;
  const member = await findMember(context, organizationId, holder.memberId);
  return member && isRenewable(member) ? member : undefined;
}

/** Holds a member's address for an invite as well. @throws `taken()`, when committed, unless the member needs it. */
export function takeForRenewalWrites(
  { organizationId, email, id }: Invite,
  memberId: string,
  taken: () => Problem,
): Transaction {
  return [
    update(
      keys.email(organizationId, email),
      { set: { inviteId: id } },
      onlyIf(both(equals('memberId', memberId), attributeAbsent('inviteId')), taken),
    ),
    check(
      keys.member(organizationId, memberId),
      onlyIf(both(equals('inviteUsedUp', true), attributeAbsent('modelId')), taken),
    ),
  ];
}

/** Uses an invite for another model of its member, unless deleted, and opens a session. @throws InviteClosed. */
export function renewMember(
  context: DomainContext,
  invite: Invite,
  memberId: string,
  language: Language | undefined,
): Promise<OpenedSession | undefined> {
  return retryOnConflict(() => renewOnce(context, invite, memberId, language), CONFLICT_ROUNDS);
}

async function renewOnce(
  context: DomainContext,
  invite: Invite,
  memberId: string,
  language: Language | undefined,
): Promise<OpenedSession | undefined> {
  const { organizationId, name, teamId } = invite;
  const former = await findMember(context, organizationId, memberId);
  if (!former) return undefined;
  const { inviteUsedUp: _, deletedModelId: __, ...kept } = former;
  const member: Member = {
    ...kept,
    inviteId: invite.id,
    ...(name !== undefined && { name }),
    ...(teamId !== undefined && { teamId }),
    ...(language !== undefined && { language }),
  };
  const { opened, write: sessionWrite } = newSession(context, organizationId, member);
  await context.table.commit([
    ...closeWrites(
      context,
      invite,
      { status: 'used', memberId },
      listedMembers.update(
        organizationId,
        former,
        member,
        { set: { inviteId: invite.id, name, teamId, language }, remove: ['inviteUsedUp', 'deletedModelId'] },
        onlyIf(
          both(
            equals('inviteUsedUp', true),
            unchanged('teamId', former.teamId),
            unchangedNameAndEmail(former),
          ),
          (existing) =>
            existing?.inviteUsedUp === true
              ? new ConcurrencyConflict(`${memberId} has changed.`)
              : new Error(`${invite.id} is pending, but ${memberId} needs no invite.`),
        ),
      ),
      ...endingWrites(organizationId, former),
    ),
    freeRenewedAddressWrite(invite),
    ...searchWordWrites(organizationId, former, member),
    sessionWrite,
    trailWrite(context, organizationId, 'member.renewed', invite.id, { kind: 'member', id: memberId }),
  ]);
  return opened;
}

/** The former invite of a member keeps its status, deleted, while the new one follows the next model. */
function endingWrites(organizationId: string, { id, inviteId, deletedModelId }: Member): ListedWrite[] {
  if (inviteId === undefined || deletedModelId === undefined) return [];
  const former = { id: inviteId, status: 'used' } as const;
  const ended = { endedModelId: deletedModelId };
  return [
    listedInvites.update(
      organizationId,
      former,
      { ...former, ...ended },
      { set: ended },
      onlyIf(exists, () => new Error(`${inviteId} of ${id} does not exist.`)),
    ),
  ];
}

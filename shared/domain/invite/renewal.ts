import type { Problem } from '../../contract/errors.ts';
import { attributeAbsent, both, equals, exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { check, type Transaction, update } from '../../table/transaction.ts';
import { actingAs, type DomainContext } from '../context.ts';
import { findMember, type Member } from '../member/member.ts';
import { newSession, type OpenedSession } from '../member/session.ts';
import { trailWrite } from '../trail/trail.ts';
import { closeWrites, freeRenewedAddressWrite, type Invite } from './invite.ts';

/**
 * Invites that allow a member another model. An invite pays for one model. When that was deleted, its member
 * needs a new invite, which leads to the same member.
 */

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

/**
 * The writes that hold the address of a member for an invite as well.
 * @throws `taken()`, when committed, unless the member still needs a new invite and has none.
 */
export function holdForRenewalWrites(
  { organizationId, email, id }: Invite,
  memberId: string,
  taken: () => Problem,
): Transaction {
  return [
    update(
      keys.email(organizationId, email),
      { set: { inviteId: id } },
      {
        condition: both(equals('memberId', memberId), attributeAbsent('inviteId')),
        onConditionFailed: taken,
      },
    ),
    check(keys.member(organizationId, memberId), {
      condition: both(equals('inviteUsedUp', true), attributeAbsent('modelId')),
      onConditionFailed: taken,
    }),
  ];
}

/**
 * Uses an invite for another model of its member, and opens a session.
 * @returns undefined when the member was deleted
 * @throws InviteClosed if another process was faster.
 */
export async function renewMember(
  context: DomainContext,
  invite: Invite,
  memberId: string,
): Promise<OpenedSession | undefined> {
  const { organizationId, teamId } = invite;
  const former = await findMember(context, organizationId, memberId);
  if (!former) return undefined;
  const { inviteUsedUp: _, deletedModelId, ...kept } = former;
  const member: Member = { ...kept, inviteId: invite.id, ...(teamId !== undefined && { teamId }) };
  const { opened, write: sessionWrite } = newSession(context, organizationId, member);
  await context.table.commit([
    ...closeWrites(invite, { status: 'used', memberId }),
    freeRenewedAddressWrite(invite),
    update(
      keys.member(organizationId, memberId),
      { set: { inviteId: invite.id, teamId }, remove: ['inviteUsedUp', 'deletedModelId'] },
      {
        condition: equals('inviteUsedUp', true),
        onConditionFailed: () => new Error(`${invite.id} is pending, but ${memberId} needs no invite.`),
      },
    ),
    // The former invite keeps its status, deleted, while the new one follows the next model.
    ...(former.inviteId === undefined || deletedModelId === undefined
      ? []
      : [
          update(
            keys.invite(organizationId, former.inviteId),
            { set: { endedModelId: deletedModelId } },
            {
              condition: exists,
              onConditionFailed: () => new Error(`${former.inviteId} of ${memberId} does not exist.`),
            },
          ),
        ]),
    sessionWrite,
    trailWrite(
      actingAs(context, { actor: { kind: 'member', id: memberId } }),
      organizationId,
      'member.renewed',
      invite.id,
    ),
  ]);
  return opened;
}

import { type ListedWrite, listedWrites } from '../../lists/writes.ts';
import { equals } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { type Guard, onlyIf, remove, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedInvites } from '../listed.ts';
import { balanceWrite } from '../organization/credits.ts';
import type { Invite } from './invite.ts';

/** Another process has closed the invite meanwhile: read it again and decide again. */
export class InviteClosed extends Error {
  override readonly name = 'InviteClosed';
}

/** pending → used, revoked or expired, once, with other listed items `beside` it. @throws InviteClosed, when committed. */
export function closeWrites(
  context: DomainContext,
  invite: Invite,
  closed: { status: 'revoked' | 'expired' } | { status: 'used'; memberId: string },
  ...beside: readonly ListedWrite[]
): Transaction {
  const { id, organizationId } = invite;
  const closing = listedInvites.update(
    organizationId,
    invite,
    { ...invite, ...closed, member: {} },
    { set: closed, remove: ['GSI1PK', 'GSI1SK'] },
    onlyIf(equals('status', 'pending'), () => new InviteClosed(`${id} is closed.`)),
  );
  return [...listedWrites(context, closing, ...beside), balanceWrite(organizationId, { pendingInvites: -1 })];
}

/** Closes an invite that was not used, and frees its address. @throws InviteClosed, when committed. */
export function withdrawWrites(
  context: DomainContext,
  invite: Invite,
  status: 'revoked' | 'expired',
): Transaction {
  return [
    ...closeWrites(context, invite, { status }),
    invite.renews === undefined
      ? remove(keys.email(invite.organizationId, invite.email), hasAddress(invite))
      : freeRenewedAddressWrite(invite),
  ];
}

/** A member keeps the address when an invite for another model ends. */
export function freeRenewedAddressWrite(invite: Invite): Write {
  return update(
    keys.email(invite.organizationId, invite.email),
    { remove: ['inviteId'] },
    hasAddress(invite),
  );
}

/** A pending invite always has its address. Commit this guard after {@link closeWrites}. */
export function hasAddress({ id }: Invite): Guard {
  return onlyIf(equals('inviteId', id), () => new Error(`${id} is pending, but does not have its address.`));
}

/** Closes an invite that has expired; safe to repeat. @returns whether this call has closed it. */
export async function expireInvite(context: DomainContext, invite: Invite): Promise<boolean> {
  try {
    await context.table.commit(withdrawWrites(context, invite, 'expired'));
    return true;
  } catch (error) {
    if (error instanceof InviteClosed) return false;
    throw error;
  }
}

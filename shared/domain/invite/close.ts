import { type ListedWrite, listedWrites } from '../../lists/writes.ts';
import { isoTime } from '../../platform/clock.ts';
import { both, equals, unchanged } from '../../table/condition.ts';
import { keys, sweepIndexes } from '../../table/keys.ts';
import { type Guard, onlyIf, remove, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedInvites } from '../listed.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';
import { balanceWrite } from '../organization/credits.ts';
import type { Invite } from './invite.ts';

/** Another process has closed the invite meanwhile, or had it mailed: read it again and decide again. */
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
  const { id, organizationId, mails } = invite;
  const isPending = equals('status', 'pending');
  const { change, condition } =
    closed.status === 'used'
      ? {
          change: { set: { ...closed, ...signUpFields(context, invite) } },
          condition: both(isPending, unchanged('mails', mails)),
        }
      : { change: { set: closed, remove: ['GSI1PK', 'GSI1SK'] }, condition: isPending };
  const closing = listedInvites.update(
    organizationId,
    invite,
    { ...invite, ...closed, member: {} },
    change,
    onlyIf(condition, () => new InviteClosed(`${id} has changed.`)),
  );
  return [...listedWrites(context, closing, ...beside), balanceWrite(organizationId, { pendingInvites: -1 })];
}

/** Reminders count anew from a sign-up, and sweeps find the invite for as long as there can be one. */
function signUpFields({ clock }: DomainContext, { id, mails = 1 }: Invite) {
  const now = clock.now();
  return {
    signedUp: { at: isoTime(now), mails },
    ...sweepIndexes.invites.key(isoTime(now + ACCESS_LIFETIME), id),
  };
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
export function expireInvite(context: DomainContext, invite: Invite): Promise<boolean> {
  return unlessClosed(() => context.table.commit(withdrawWrites(context, invite, 'expired')));
}

/** @returns false when the invite was closed before, and nothing was written. */
export async function unlessClosed(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof InviteClosed) return false;
    throw error;
  }
}

import { isoTime } from '../../platform/clock.ts';
import { ulidTime } from '../../platform/id.ts';
import { log } from '../../platform/log.ts';
import { collections, dueUntil, keys, sweepIndexes } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { ACCESS_LIFETIME } from '../model/model.ts';
import { type Balance, InviteLimitExceeded } from '../organization/credits.ts';
import { leaveSweeps } from './awaited-member.ts';
import { expireInvite } from './close.ts';
import { type Invite, inviteIdPrefix } from './invite.ts';
import { abandonedReservations, releaseReservation, releaseReservationsOf } from './reservation.ts';

/**
 * Closes the expired invites of one organization. The balance stores the id below which all are closed.
 * @param balance the balance that failed the condition: invites that expired after it was written are counted, even if
 * another process closes them at this moment
 * @returns the number of closed invites that the balance did not include
 */
export async function expireInvitesOf(
  context: DomainContext,
  organizationId: string,
  balance: Balance,
): Promise<{ closed: number }> {
  const prefix = inviteIdPrefix(organizationId);
  const { invitesClosedBelow = prefix } = balance;
  // Ids sort by the time of creation, and all invites last equally long.
  const closedBelow = prefix + ulidTime(context.clock.now() - ACCESS_LIFETIME + 1);
  if (closedBelow <= invitesClosedBelow) return { closed: 0 };
  const found = await context.table.all<Invite>(collections.invites(organizationId), {
    between: [
      keys.invite(organizationId, invitesClosedBelow).SK,
      keys.invite(organizationId, closedBelow).SK,
    ],
  });
  if (found.length === 0) return { closed: 0 };
  for (const invite of found) {
    if (invite.status === 'pending') await expireInvite(context, invite);
  }
  await context.table.commit([
    update(keys.balance(organizationId), { set: { invitesClosedBelow: closedBelow } }),
  ]);
  return { closed: found.length };
}

/** Runs `take`, which takes slots. At the cap, those of expired invites and abandoned reservations are freed first. */
export async function takingSlots<Result>(
  context: DomainContext,
  organizationId: string,
  take: () => Promise<Result>,
): Promise<Result> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof InviteLimitExceeded)) throw error;
    const { closed } = await expireInvitesOf(context, organizationId, error.balance);
    const released = await releaseReservationsOf(context, organizationId);
    if (closed + released === 0) throw error;
    return take();
  }
}

/** Closes expired invites and abandoned reservations everywhere. @throws AggregateError, at the end, of failures. */
export async function expireInvites(context: DomainContext): Promise<{ expired: number; released: number }> {
  const overdue = context.table.queryShards<Invite>(sweepIndexes.invites.shards(), {
    between: dueUntil(isoTime(context.clock.now())),
  });
  let [expired, released] = [0, 0];
  const failures: unknown[] = [];
  const noteFailure = (organizationId: string) => (error: unknown) => {
    log.error('invites not expired', error, { organizationId });
    failures.push(error);
  };
  for await (const invite of overdue) {
    const closing = invite.status === 'used' ? leaveSweeps(context, invite) : expireInvite(context, invite);
    const closed = await closing.catch(noteFailure(invite.organizationId));
    if (closed) expired += 1;
  }
  for await (const reservation of abandonedReservations(context)) {
    const slots = await releaseReservation(context, reservation).catch(
      noteFailure(reservation.organizationId),
    );
    released += slots ?? 0;
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} invites or reservations were not closed.`);
  }
  return { expired, released };
}

import { DAY, epochSeconds, isoTime, MINUTE } from '../../platform/clock.ts';
import { atLeast, equals } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { collections, dueUntil, keys, sweepIndexes } from '../../table/keys.ts';
import { onlyIf, put, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { balanceWrite, inviteSlotWrite } from '../organization/credits.ts';
import { dayOf, mailsOnDayWrite } from './mail-limit.ts';

/**
 * Slots of the cap that are taken before several invites are created, so that all or none have room. Each invite takes its
 * slot over. The rest is given back at the end, or by a sweep. The balance counts reserved slots as pending invites.
 */
export interface Reservation {
  id: string;
  organizationId: string;
  /** Slots that were neither passed on to an invite nor given back. */
  slots: number;
  /** The day on which the mails of the reserved invites are counted. */
  mailDay: string;
  createdAt: string;
  expiresAt: string;
}

/** Longer than any function that holds a reservation can run, so that an expired one is abandoned. */
const LIFETIME = 5 * MINUTE;
/** Closed reservations stay for this long, so that the audit of a busy organization notices each of them. */
const CLOSED_RETENTION = 2 * DAY;

/** Takes slots and counts their mails, for all or none. @throws INVITE_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED. */
export async function reserveSlots(
  context: DomainContext,
  organizationId: string,
  slots: number,
): Promise<Reservation> {
  const now = context.clock.now();
  const reservation: Reservation = {
    id: context.newId('reservation'),
    organizationId,
    slots,
    mailDay: dayOf(now),
    createdAt: isoTime(now),
    expiresAt: isoTime(now + LIFETIME),
  };
  const writes = [
    inviteSlotWrite(organizationId, slots),
    await mailsOnDayWrite(context, organizationId, slots),
    put({
      ...keys.reservation(organizationId, reservation.id),
      ...sweepIndexes.reservations.key(reservation.expiresAt, reservation.id),
      ...reservation,
    }),
  ];
  await context.table.commit(writes);
  return reservation;
}

/** Passes reserved slots on to the invites of the same transaction. */
export function takeReservedWrite({ organizationId, id }: Reservation, slots: number): Write {
  return update(
    keys.reservation(organizationId, id),
    { add: { slots: -slots } },
    onlyIf(atLeast('slots', slots), () => new Error(`The reservation ${id} has no ${slots} slots left.`)),
  );
}

/** Gives back the slots that are left, and their mails; safe to repeat. @returns the number of slots. */
export function releaseReservation(
  context: DomainContext,
  { organizationId, id }: Pick<Reservation, 'organizationId' | 'id'>,
): Promise<number> {
  const key = keys.reservation(organizationId, id);
  return retryOnConflict(async () => {
    const reservation = await context.table.get<Reservation & { GSI1PK?: string }>(key);
    if (reservation?.GSI1PK === undefined) return 0;
    await context.table.commit(releaseWrites(context, reservation));
    return reservation.slots;
  });
}

function releaseWrites(
  context: DomainContext,
  { organizationId, id, slots, mailDay }: Reservation,
): Transaction {
  const now = context.clock.now();
  const close = update(
    keys.reservation(organizationId, id),
    {
      set: { slots: 0, expiresAtSeconds: epochSeconds(now + CLOSED_RETENTION) },
      remove: ['GSI1PK', 'GSI1SK'],
    },
    ifStill(equals('slots', slots), `The reservation ${id} has changed.`),
  );
  if (slots === 0) return [close];
  return [
    close,
    balanceWrite(organizationId, { pendingInvites: -slots }),
    // The count of a former day limits nothing any more.
    ...(mailDay === dayOf(now)
      ? [update(keys.inviteMailsOn(organizationId, mailDay), { add: { mails: -slots } })]
      : []),
  ];
}

/** The slots that reservations hold. The balance counts them as pending invites. */
export function reservedSlots(reservations: readonly Reservation[]): number {
  return reservations.reduce((sum, { slots }) => sum + slots, 0);
}

/** Gives back the abandoned reservations of one organization. @returns the number of slots. */
export async function releaseReservationsOf(context: DomainContext, organizationId: string): Promise<number> {
  const now = isoTime(context.clock.now());
  let released = 0;
  for await (const reservation of context.table.query<Reservation>(
    collections.reservations(organizationId),
  )) {
    if (reservation.expiresAt <= now) released += await releaseReservation(context, reservation);
  }
  return released;
}

export function abandonedReservations(context: DomainContext): AsyncGenerator<Reservation> {
  return context.table.queryShards<Reservation>(sweepIndexes.reservations.shards(), {
    between: dueUntil(isoTime(context.clock.now())),
  });
}

import { isDeepStrictEqual } from 'node:util';
import type { DomainContext } from '../domain/context.ts';
import type { Invite } from '../domain/invite/invite.ts';
import type { Reservation } from '../domain/invite/reservation.ts';
import { countsAsPendingInvite, type Model } from '../domain/model/model.ts';
import { type Balance, type LedgerEntry, SLOTS_PER_CREDIT } from '../domain/organization/credits.ts';
import { collections, keys } from '../table/keys.ts';

/** Totals of an organization's items. Its counters must match them. */
export interface Counted {
  ledgerSum: number;
  pendingModels: number;
  pendingInvites: number;
  /** Slots that are reserved for invites about to be created. */
  reservedSlots: number;
}

export interface CreditViolation {
  rule: 'missing' | 'ledger' | 'negative' | 'pending' | 'slots';
  sentence: string;
}

/** The rules that the counters of an organization break. */
export function creditViolations(balance: Balance, counted: Counted): CreditViolation[] {
  const { credits, pendingInvites, slots } = balance;
  const { ledgerSum, pendingModels, pendingInvites: invites, reservedSlots } = counted;
  const expectedSlots = credits * SLOTS_PER_CREDIT - pendingInvites;
  const rules: (CreditViolation & { holds: boolean })[] = [
    {
      rule: 'ledger',
      holds: ledgerSum === credits,
      sentence: `The ledger sums to ${ledgerSum}, the balance is ${credits}.`,
    },
    { rule: 'negative', holds: credits >= 0, sentence: `The balance is negative: ${credits}.` },
    {
      rule: 'pending',
      holds: pendingModels + invites + reservedSlots === pendingInvites,
      sentence: `${pendingModels} models and ${invites} invites are pending${reservedSlots > 0 ? ` and ${reservedSlots} slots reserved` : ''}, ${pendingInvites} are counted.`,
    },
    {
      rule: 'slots',
      holds: expectedSlots === slots,
      sentence: `There should be ${expectedSlots} invite slots, ${slots} are counted.`,
    },
  ];
  return rules.filter(({ holds }) => !holds).map(({ rule, sentence }) => ({ rule, sentence }));
}

/** The totals, with numbers that grow with every change of a counted item and never shrink. */
interface Snapshot extends Counted {
  ledgerEntries: number;
  modelEvents: number;
  invites: number;
  /** Every new reservation changes it, also one that is closed before the second count. */
  lastReservation: string;
}

/** Tries for one organization before it is left for the next round. */
const TRIES = 5;

/**
 * The rules that the counters of an organization break. The organization may be in use: totals that are the
 * same before and after the balance is read were right at that moment.
 * @returns undefined when the organization has changed during every try.
 */
export async function auditCredits(
  context: DomainContext,
  organizationId: string,
): Promise<CreditViolation[] | undefined> {
  let before = await count(context, organizationId, { consistent: false });
  for (let tryCount = 1; tryCount <= TRIES; tryCount++) {
    const balance = await context.table.get<Balance>(keys.balance(organizationId));
    if (!balance) return [{ rule: 'missing', sentence: 'There is no balance.' }];
    const violations = creditViolations(balance, before);
    if (violations.length === 0) return [];
    const after = await count(context, organizationId, { consistent: true });
    if (isDeepStrictEqual(before, after)) return violations;
    before = after;
  }
  return undefined;
}

/** Nothing that is counted here is removed from the table while it matters to a count. */
async function count(
  { table }: DomainContext,
  organizationId: string,
  options: { consistent: boolean },
): Promise<Snapshot> {
  const snapshot: Snapshot = {
    ledgerSum: 0,
    ledgerEntries: 0,
    pendingModels: 0,
    modelEvents: 0,
    pendingInvites: 0,
    invites: 0,
    reservedSlots: 0,
    lastReservation: '',
  };
  for await (const { amount } of table.query<LedgerEntry>(collections.ledger(organizationId), options)) {
    snapshot.ledgerSum += amount;
    snapshot.ledgerEntries += 1;
  }
  for await (const { status, sequence } of table.query<Model>(collections.models(organizationId), options)) {
    if (countsAsPendingInvite(status)) snapshot.pendingModels += 1;
    snapshot.modelEvents += sequence;
  }
  for await (const { status } of table.query<Invite>(collections.invites(organizationId), options)) {
    snapshot.invites += 1;
    if (status === 'pending') snapshot.pendingInvites += 1;
  }
  for await (const { id, slots } of table.query<Reservation>(
    collections.reservations(organizationId),
    options,
  )) {
    snapshot.reservedSlots += slots;
    snapshot.lastReservation = id;
  }
  return snapshot;
}

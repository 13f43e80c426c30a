import { isDeepStrictEqual } from 'node:util';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Invite } from '../invite/invite.ts';
import { countsAsPendingInvite, type Model } from '../model/model.ts';
import { type Balance, type LedgerEntry, SLOTS_PER_CREDIT } from '../organization/credits.ts';

/** What the counters of an organization are held against. */
export interface Counted {
  ledgerSum: number;
  pendingModels: number;
  pendingInvites: number;
}

export interface CreditViolation {
  rule: 'missing' | 'ledger' | 'negative' | 'pending' | 'slots';
  sentence: string;
}

/** Which rules the counters of an organization break. */
export function creditViolations(balance: Balance, counted: Counted): CreditViolation[] {
  const { credits, pendingInvites, slots } = balance;
  const { ledgerSum, pendingModels, pendingInvites: invites } = counted;
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
      holds: pendingModels + invites === pendingInvites,
      sentence: `${pendingModels} models and ${invites} invites are pending, ${pendingInvites} are counted.`,
    },
    {
      rule: 'slots',
      holds: expectedSlots === slots,
      sentence: `There should be ${expectedSlots} invite slots, ${slots} are counted.`,
    },
  ];
  return rules.filter(({ holds }) => !holds).map(({ rule, sentence }) => ({ rule, sentence }));
}

/** What was counted, with numbers that grow with every change of it and never shrink. */
interface Snapshot extends Counted {
  ledgerEntries: number;
  modelMoves: number;
  invites: number;
  closedInvites: number;
}

/** How often an organization is counted before it is left for another time. */
const TRIES = 5;

/**
 * Which rules the counters of an organization break that may be in use meanwhile; undefined when it was so busy
 * that nobody can tell. What was the same before and after the balance was read was so at that moment.
 */
export async function auditCredits(
  context: DomainContext,
  organizationId: string,
): Promise<CreditViolation[] | undefined> {
  let before = await count(context, organizationId, { consistent: false });
  for (let run = 1; run <= TRIES; run++) {
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

/** Nothing that is counted here is ever removed from the table. */
async function count(
  { table }: DomainContext,
  organizationId: string,
  options: { consistent: boolean },
): Promise<Snapshot> {
  const snapshot: Snapshot = {
    ledgerSum: 0,
    ledgerEntries: 0,
    pendingModels: 0,
    modelMoves: 0,
    pendingInvites: 0,
    invites: 0,
    closedInvites: 0,
  };
  for await (const { amount } of table.query<LedgerEntry>(collections.ledger(organizationId), options)) {
    snapshot.ledgerSum += amount;
    snapshot.ledgerEntries += 1;
  }
  for await (const { status, sequence } of table.query<Model>(collections.models(organizationId), options)) {
    if (countsAsPendingInvite(status)) snapshot.pendingModels += 1;
    snapshot.modelMoves += sequence;
  }
  for await (const { status } of table.query<Invite>(collections.invites(organizationId), options)) {
    snapshot.invites += 1;
    if (status === 'pending') snapshot.pendingInvites += 1;
    else snapshot.closedInvites += 1;
  }
  return snapshot;
}

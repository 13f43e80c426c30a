import { counted, Problem } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { atLeast, exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, put, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** Pending invites an organization may have for each credit it holds. */
export const SLOTS_PER_CREDIT = 2;

/** Counters in one item. `slots` is always credits × 2 − pendingInvites, so that a free slot is one condition. */
export interface Balance {
  credits: number;
  /** Pending invites, and models that are not ready yet. */
  pendingInvites: number;
  slots: number;
  /** All invites with an id below this one are closed; absent until some have expired. */
  invitesClosedBelow?: string;
}

export type LedgerReason = 'opening' | 'purchase' | 'model' | 'model-failed';

export interface LedgerEntry {
  id: string;
  amount: number;
  reason: LedgerReason;
  modelId?: string;
  createdAt: string;
}

/** The change of the counters by one transaction, in one write: DynamoDB allows one write per item. */
export interface BalanceChange {
  credits?: number;
  pendingInvites?: number;
}

export function openingBalanceWrites(
  context: DomainContext,
  organizationId: string,
  credits: number,
): Transaction {
  return [
    put({
      ...keys.balance(organizationId),
      credits,
      pendingInvites: 0,
      slots: credits * SLOTS_PER_CREDIT,
    }),
    ...(credits === 0 ? [] : [ledgerWrite(context, organizationId, credits, 'opening')]),
  ];
}

/** Changes the counters. @throws INSUFFICIENT_CREDITS, when committed, below `requiredCredits`. */
export function balanceWrite(
  organizationId: string,
  change: BalanceChange,
  requiredCredits: number = Math.max(0, -(change.credits ?? 0)),
): Write {
  const credits = change.credits ?? 0;
  const pendingInvites = change.pendingInvites ?? 0;
  const guard =
    requiredCredits > 0
      ? onlyIf(atLeast('credits', requiredCredits), insufficientCredits)
      : onlyIf(exists, () => new Error(`${organizationId} has no balance.`));
  const add = { credits, pendingInvites, slots: credits * SLOTS_PER_CREDIT - pendingInvites };
  return { ...update(keys.balance(organizationId), { add }, guard), contended: true };
}

/** Takes slots for invites. @throws INVITE_LIMIT_EXCEEDED, when committed, if there are fewer. */
export function inviteSlotWrite(organizationId: string, slots = 1): Write {
  const add = { pendingInvites: slots, slots: -slots };
  const guard = onlyIf(
    atLeast('slots', slots),
    (existing: Record<string, unknown> | undefined) => new InviteLimitExceeded(balanceOf(existing)),
  );
  return { ...update(keys.balance(organizationId), { add }, guard), contended: true };
}

function balanceOf(item: Record<string, unknown> = {}): Balance {
  const { credits = 0, pendingInvites = 0, slots = 0, invitesClosedBelow } = item;
  return {
    credits: Number(credits),
    pendingInvites: Number(pendingInvites),
    slots: Number(slots),
    ...(typeof invitesClosedBelow === 'string' && { invitesClosedBelow }),
  };
}

/** The cap of pending invites is reached. */
export class InviteLimitExceeded extends Problem {
  /** The counters that failed the condition. */
  readonly balance: Balance;

  constructor(balance: Balance) {
    const { pendingInvites, credits } = balance;
    const maxPendingInvites = credits * SLOTS_PER_CREDIT;
    super(
      'INVITE_LIMIT_EXCEEDED',
      `The organization has ${counted(pendingInvites, 'pending invite or unfinished model', 'pending invites and unfinished models')}, and ${counted(credits, 'credit allows', 'credits allow')} ${maxPendingInvites}: revoke invites that are not used, wait until models are finished, or add credits.`,
      { pendingInvites, credits, maxPendingInvites },
    );
    this.balance = balance;
  }
}

export function ledgerWrite(
  context: DomainContext,
  organizationId: string,
  amount: number,
  reason: LedgerReason,
  modelId?: string,
): Write {
  const id = context.newId('ledgerEntry');
  const entry: LedgerEntry = {
    id,
    amount,
    reason,
    createdAt: isoTime(context.clock.now()),
    ...(modelId !== undefined && { modelId }),
  };
  return put({ ...keys.ledgerEntry(organizationId, id), ...entry });
}

export async function readBalance(context: DomainContext, organizationId: string): Promise<Balance> {
  const balance = await context.table.get<Balance>(keys.balance(organizationId));
  if (!balance) throw new Error(`${organizationId} has no balance.`);
  return balance;
}

function insufficientCredits(): Problem {
  return new Problem(
    'INSUFFICIENT_CREDITS',
    'The organization has no credits left; add credits and try again.',
  );
}

import { Problem } from '../../contract/errors.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { type Balance, balanceWrite, ledgerWrite, readBalance } from './credits.ts';

/** Adds bought credits. `amount` is a positive whole number. */
export async function addCredits(
  context: DomainContext,
  organizationId: string,
  amount: number,
): Promise<Balance> {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new Problem('INVALID_REQUEST', 'The amount of credits must be a whole number of at least 1.');
  }
  await context.table.commit([
    balanceWrite(organizationId, { credits: amount }),
    ledgerWrite(context, organizationId, amount, 'purchase'),
    trailWrite(context, organizationId, 'credits.added'),
  ]);
  return readBalance(context, organizationId);
}

import type { DomainContext } from '../../shared/domain/context.ts';
import { type MonthlyUsage, usageWrites } from '../../shared/domain/usage/monthly-usage.ts';
import { monthOf, monthsAfter } from '../../shared/domain/usage/months.ts';
import { isoTime } from '../../shared/platform/clock.ts';

/** The month that is so many months ago, such as 2026-03. */
export function monthsAgo({ clock }: DomainContext, count: number): string {
  return monthsAfter(monthOf(isoTime(clock.now())), -count);
}

/** Stores the usage of former months, which no model has brought. */
export async function storeUsage(
  { table }: DomainContext,
  organizationId: string,
  rows: readonly MonthlyUsage[],
): Promise<void> {
  for (const row of rows) await table.commit(usageWrites(organizationId, [row]));
}

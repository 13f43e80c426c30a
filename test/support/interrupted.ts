import { vi } from 'vitest';
import { contextWith, type DomainContext } from '../../shared/domain/context.ts';

/** The context of a rule that is interrupted between its reads and its first transaction. */
export function interrupted(context: DomainContext, interruption: () => Promise<unknown>): DomainContext {
  const table = context.table.forRequest();
  const { commit } = table;
  vi.spyOn(table, 'commit').mockImplementationOnce(async (writes) => {
    await interruption();
    return commit.call(table, writes);
  });
  return contextWith(context, { table: () => table });
}

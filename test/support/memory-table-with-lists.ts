import { systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { withListLog } from '../../shared/table/list-index/log.ts';
import type { Transaction } from '../../shared/table/transaction.ts';
import { MemoryTable } from './memory-table.ts';

/** The table in memory, with the log of what transactions change in lists. */
export class MemoryTableWithLists extends MemoryTable {
  override async commit(transaction: Transaction): Promise<void> {
    await super.commit(withListLog(transaction, systemClock, systemRandomness));
  }
}

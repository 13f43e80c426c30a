import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainContext } from '../shared/domain/context.ts';
import { type Clock, SECOND } from '../shared/platform/clock.ts';
import { Throttled } from '../shared/platform/throttling.ts';
import type { Table } from '../shared/table/table.ts';
import type { StoredItem } from '../shared/table/transaction.ts';

/**
 * The segments of the table's scan. A migration that ended early can continue with the part at which it
 * stopped.
 */
export const PARTS = 100;

const PAGE_SIZE = 100;
const WRITES_AT_ONCE = 10;
const REPORT_EVERY = 5 * SECOND;

export interface MigrationRun {
  /** True counts the items and writes nothing. */
  dryRun: boolean;
  /** The first part to migrate, from 0. */
  fromPart: number;
  /** Items per second, read or written. */
  rate: number;
  /** Called every few seconds with the progress. */
  report: (line: string) => void;
}

export interface Migrated {
  seen: number;
  upgraded: number;
  /** Items that still have an older schema version, because of a dry run or constant concurrent changes. */
  left: number;
  /** Items whose schema version is newer than this code. */
  newer: number;
}

type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * Upgrades all items to the current schema version while the service runs. The migration is idempotent: it
 * may be interrupted, repeated, and run concurrently.
 * @throws an error that names the part to continue with when the table cannot be read or written.
 */
export async function migrateTable(
  { table, clock }: DomainContext,
  { dryRun, fromPart, rate, report }: MigrationRun,
  wait: Wait = sleep,
): Promise<Migrated> {
  const counts: Migrated = { seen: 0, upgraded: 0, left: 0, newer: 0 };
  const paced = pacer(clock, rate, wait);
  let reportedAt = clock.now();
  for (let part = fromPart; part < PARTS; part++) {
    try {
      for await (const items of table.scan({ part, of: PARTS }, PAGE_SIZE)) {
        await paced(items.length);
        await migratePage(table, items, counts, dryRun ? undefined : paced);
        if (clock.now() - reportedAt < REPORT_EVERY) continue;
        reportedAt = clock.now();
        report(`Part ${part} of ${PARTS}: ${counts.seen} items seen, ${counts.upgraded} upgraded.`);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The migration stopped in part ${part}: ${reason} Continue with --from-part ${part}.`, {
        cause: error,
      });
    }
  }
  return counts;
}

/** @param paced Undefined counts the items and writes nothing. */
async function migratePage(
  table: Table,
  items: readonly StoredItem[],
  counts: Migrated,
  paced: Paced | undefined,
): Promise<void> {
  const outdated = items.filter((item) => table.schema.compare(item) < 0);
  counts.seen += items.length;
  counts.newer += items.filter((item) => table.schema.compare(item) > 0).length;
  if (!paced) counts.left += outdated.length;
  for (let first = 0; paced && first < outdated.length; first += WRITES_AT_ONCE) {
    const some = outdated.slice(first, first + WRITES_AT_ONCE);
    await paced(some.length);
    await Promise.all(some.map((item) => migrateItem(table, item, counts)));
  }
}

async function migrateItem(table: Table, item: StoredItem, counts: Migrated): Promise<void> {
  try {
    if (await table.upgrade(item)) counts.upgraded += 1;
  } catch (error) {
    if (!(error instanceof Throttled)) throw error;
    counts.left += 1;
  }
}

type Paced = (count: number) => Promise<void>;

/** Limits the rate of batches by the number of their items. Time lost to a slow batch is not made up for. */
function pacer(clock: Clock, perSecond: number, wait: Wait): Paced {
  let freeAt = clock.now();
  return async (count) => {
    const pause = freeAt - clock.now();
    freeAt = Math.max(freeAt, clock.now()) + (count * SECOND) / perSecond;
    if (pause > 0) await wait(pause);
  };
}

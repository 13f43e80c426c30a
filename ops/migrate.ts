import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainContext } from '../shared/domain/context.ts';
import { type Clock, SECOND } from '../shared/platform/clock.ts';
import { type Table, Throttled } from '../shared/table/table.ts';
import type { StoredItem } from '../shared/table/transaction.ts';

/** The table is gone through in so many parts; a run that ended can go on at the part where it was. */
export const PARTS = 100;

const PAGE = 100;
const WRITES_AT_ONCE = 10;
const REPORT_EVERY = 5 * SECOND;

export interface MigrationRun {
  /** Looks only, and writes nothing. */
  dryRun: boolean;
  /** The first part to look at, from 0. */
  fromPart: number;
  /** Items a second, read or written. */
  rate: number;
  /** Is told every few seconds how far it is. */
  report: (line: string) => void;
}

export interface Migrated {
  seen: number;
  upgraded: number;
  /** Still of an older shape: not written, or changed by others all the time. */
  left: number;
  /** Of a newer shape than this code knows. */
  newer: number;
}

type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * Stores all items in the shape of this code, while the service serves. It may end anywhere and run twice, or twice
 * at a time.
 * @throws with the part to go on from, when the table cannot be read or written.
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
      for await (const items of table.scan({ part, of: PARTS }, PAGE)) {
        await paced(items.length);
        await migratePage(table, items, counts, dryRun ? undefined : paced);
        if (clock.now() - reportedAt < REPORT_EVERY) continue;
        reportedAt = clock.now();
        report(`Part ${part} of ${PARTS}: ${counts.seen} items seen, ${counts.upgraded} upgraded.`);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Ended in part ${part}: ${reason} Go on with --from-part ${part}.`, { cause: error });
    }
  }
  return counts;
}

/** @param paced undefined to look only. */
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

/** Lets so many things happen a second, one bundle after the other, and never catches up on what was slow. */
function pacer(clock: Clock, perSecond: number, wait: Wait): Paced {
  let freeAt = clock.now();
  return async (count) => {
    const pause = freeAt - clock.now();
    freeAt = Math.max(freeAt, clock.now()) + (count * SECOND) / perSecond;
    if (pause > 0) await wait(pause);
  };
}

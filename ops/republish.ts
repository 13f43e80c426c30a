import { storedEvent } from '../shared/contract/events.ts';
import { EVENT_RETENTION } from '../shared/events/model-event.ts';
import { publishEvent } from '../shared/events/publish.ts';
import type { Queues } from '../shared/events/queues.ts';
import { SECOND } from '../shared/platform/clock.ts';
import type { Table } from '../shared/table/table.ts';
import type { StoredItem } from '../shared/table/transaction.ts';

/** The parts of the scan, which bound the memory of one request and not the speed. */
const PARTS = 10;
const PAGE_SIZE = 500;

/** A period in milliseconds since the epoch, with both ends. */
export interface Period {
  since: number;
  until: number;
}

export interface Republished {
  published: number;
  /** Events that could not be published, with the error of each. */
  failed: { PK: string; SK: string; error: string }[];
}

/**
 * Publishes all events of the table again that were created within the periods. That is safe: a message that arrives
 * twice changes nothing. Events stay in the table for 30 days, and the stream for one.
 */
export async function republishEvents(
  table: Table,
  queues: Queues,
  periods: readonly Period[],
): Promise<Republished> {
  const result: Republished = { published: 0, failed: [] };
  if (periods.length === 0) return result;
  for (let part = 0; part < PARTS; part++) {
    for await (const items of table.scan({ part, of: PARTS }, PAGE_SIZE)) {
      const events = items.filter((item) => item.entity === 'EVENT' && isWithin(item, periods));
      for (const item of events) await republish(table, queues, item, result);
    }
  }
  return result;
}

async function republish(table: Table, queues: Queues, item: StoredItem, result: Republished): Promise<void> {
  try {
    await publishEvent(queues, { table }, storedEvent.parse(table.schema.upToDate(item)));
    result.published += 1;
  } catch (error) {
    const { PK, SK } = item;
    result.failed.push({ PK, SK, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Whether an event may have been created within a period. One without a time may. */
function isWithin(item: StoredItem, periods: readonly Period[]): boolean {
  // A timer has the time at which it fires, and was created at any time before.
  if (typeof item.notBefore === 'string') {
    const firesAt = Date.parse(item.notBefore);
    return periods.some(({ since }) => firesAt >= since);
  }
  const created =
    typeof item.createdAt === 'string'
      ? Date.parse(item.createdAt)
      : Number(item.expiresAtSeconds) * SECOND - EVENT_RETENTION;
  return Number.isNaN(created) || periods.some(({ since, until }) => created >= since && created <= until);
}

import type { Clock } from '../platform/clock.ts';
import { ulidTime } from '../platform/id.ts';
import { type Randomness, randomBase62 } from '../platform/randomness.ts';
import { type Key, keys, type ListedEntity } from '../table/keys.ts';
import { type Change, type Guard, put, type Transaction, type Write } from '../table/transaction.ts';
import type { ListChange } from './change.ts';

/** A write of a listed item, with what it changes in the lists. {@link listedWrites} makes it part of a transaction. */
export interface ListedWrite {
  write: Write;
  partition: string;
  changes: readonly ListChange[];
}

/**
 * The writes of the items of a list. There are no others that add or remove such an item, or change what the list is
 * filtered by: the types of `put`, `update` and `remove` refuse them.
 * @param changesOf the changes of lists by one of an item, which is undefined before it is added and after it is removed
 */
export function listedItems<Fields extends { id: string }>(
  keyOf: (organizationId: string, id: string) => Key<ListedEntity>,
  changesOf: (id: string, former: Fields | undefined, next: Fields | undefined) => readonly ListChange[],
) {
  return {
    add(organizationId: string, item: Fields): ListedWrite {
      const key = keyOf(organizationId, item.id);
      const write: Write = { kind: 'Put', item: { ...key, ...item }, guard: undefined };
      return { write, partition: key.PK, changes: changesOf(item.id, undefined, item) };
    },
    /**
     * @param former the fields that the list is told of, as the conditions of the transaction guarantee them
     * @param next the fields as the change leaves them
     */
    update(organizationId: string, former: Fields, next: Fields, change: Change, guard: Guard): ListedWrite {
      const key = keyOf(organizationId, former.id);
      const write: Write = { kind: 'Update', key, change, guard };
      return { write, partition: key.PK, changes: changesOf(former.id, former, next) };
    },
    remove(organizationId: string, former: Fields, guard: Guard): ListedWrite {
      const key = keyOf(organizationId, former.id);
      const write: Write = { kind: 'Delete', key, guard };
      return { write, partition: key.PK, changes: changesOf(former.id, former, undefined) };
    },
  };
}

/** Changes of one log entry at most, so that each entry can be folded by one transaction. */
export const ENTRY_CHANGES_MAX = 16;

const ENTRY_SUFFIX_LENGTH = 8;
/** One entry of so many has the index folded, when the log is long enough. */
const ENTRIES_PER_FOLD = 32;

/** A stored entry of the log: the changes of one transaction. */
export interface LogEntry {
  SK: string;
  changes: readonly ListChange[];
  /** Present in one entry of {@link ENTRIES_PER_FOLD}; the stream starts a fold by it. */
  folds?: 'yes';
}

/**
 * The writes of listed items of an organization for one transaction, with an entry of the log of list changes. Its key
 * is unique, so that no two transactions write the same item, and begins with the time, so that a part of the log can be
 * folded: the first entries do not depend on later ones.
 */
export function listedWrites(
  { clock, randomness }: { clock: Clock; randomness: Randomness },
  ...listed: readonly ListedWrite[]
): Transaction {
  const changes = listed.flatMap((each) => each.changes);
  const entries = Array.from({ length: Math.ceil(changes.length / ENTRY_CHANGES_MAX) }, (_, place) => {
    const folds = (randomness.bytes(1)[0] ?? 0) % ENTRIES_PER_FOLD === 0;
    const entryId = ulidTime(clock.now()) + randomBase62(randomness, ENTRY_SUFFIX_LENGTH);
    return put({
      ...keys.listLogEntry(listed[0]?.partition ?? '', entryId),
      changes: changes.slice(place * ENTRY_CHANGES_MAX, (place + 1) * ENTRY_CHANGES_MAX),
      ...(folds && { folds: 'yes' }),
    });
  });
  return [...listed.map(({ write }) => write), ...entries];
}

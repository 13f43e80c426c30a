import type { Clock } from '../../platform/clock.ts';
import { ulidTime } from '../../platform/id.ts';
import { type Randomness, randomBase62 } from '../../platform/randomness.ts';
import { type Entity, keys, organizationPartitionOf } from '../keys.ts';
import { put, type Transaction, type Write } from '../transaction.ts';
import { encodeChange, type ListChange } from './change.ts';

/**
 * The attributes by which lists are filtered. A transaction that writes one of them has to say what changes in the
 * lists, by {@link listed}.
 */
const LISTED_ATTRIBUTES: Readonly<Partial<Record<Entity, readonly string[]>>> = {
  MODEL: ['status', 'teamId'],
  MEMBER: ['modelId', 'model', 'teamId', 'inviteId', 'deletedModelId'],
  INVITE: ['status', 'erasedAt', 'endedModelId'],
};

/** Changes of one log entry at most, so that each entry can be folded by one transaction. */
export const ENTRY_CHANGES_MAX = 16;

const ENTRY_SUFFIX_LENGTH = 8;
/** One entry of so many has the index folded, when the log is long enough. */
const ENTRIES_PER_FOLD = 32;

/** A stored entry of the log: the changes of one transaction. */
export interface LogEntry {
  SK: string;
  changes: string[];
  /** Present in one entry of {@link ENTRIES_PER_FOLD}; the stream starts a fold by it. */
  folds?: 'yes';
}

/** A write with what it changes in the lists; an empty array says that it changes nothing there. */
export function listed<Each extends Write>(write: Each, changes: readonly ListChange[]): Each {
  return { ...write, listChanges: [...(write.listChanges ?? []), ...changes] };
}

/**
 * The transaction with an entry of the log of list changes, where it changes a list. Its key is unique, so that no
 * two transactions write the same item, and begins with the time, so that a part of the log can be folded: the first
 * entries do not depend on later ones.
 * @throws Error when a write may change a list and does not say so.
 */
export function withListLog(transaction: Transaction, clock: Clock, randomness: Randomness): Transaction {
  const byPartition = new Map<string, string[]>();
  for (const write of transaction) {
    requireListed(write);
    for (const change of write.listChanges ?? []) {
      const partition = partitionOf(write);
      const changes = byPartition.get(partition) ?? [];
      changes.push(encodeChange(change));
      byPartition.set(partition, changes);
    }
  }
  return [
    ...transaction,
    ...[...byPartition].flatMap(([partition, changes]) => entryWrites(partition, changes, clock, randomness)),
  ];
}

function entryWrites(
  partition: string,
  changes: readonly string[],
  clock: Clock,
  randomness: Randomness,
): Transaction {
  const entries = Math.ceil(changes.length / ENTRY_CHANGES_MAX);
  return Array.from({ length: entries }, (_, place) => {
    const folds = (randomness.bytes(1)[0] ?? 0) % ENTRIES_PER_FOLD === 0;
    return put({
      ...keys.listLogEntry(partition, ulidTime(clock.now()) + randomBase62(randomness, ENTRY_SUFFIX_LENGTH)),
      changes: changes.slice(place * ENTRY_CHANGES_MAX, (place + 1) * ENTRY_CHANGES_MAX),
      ...(folds && { folds: 'yes' }),
    });
  });
}

function partitionOf(write: Write): string {
  return organizationPartitionOf(write.kind === 'Put' ? write.item.PK : write.key.PK);
}

function requireListed(write: Write): void {
  if (write.listChanges || write.kind === 'ConditionCheck') return;
  const { entity } = write.kind === 'Put' ? write.item : write.key;
  const attributes = LISTED_ATTRIBUTES[entity];
  if (!attributes || (write.kind === 'Update' && !attributes.some((name) => isWritten(write.change, name))))
    return;
  throw new Error(`A ${write.kind} of a ${entity} may change a list: wrap it in listed().`);
}

function isWritten(
  { set = {}, remove = [] }: { set?: object; remove?: readonly string[] },
  name: string,
): boolean {
  return name in set || remove.includes(name);
}

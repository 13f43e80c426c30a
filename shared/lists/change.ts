import { ULID_LENGTH, ulidTime } from '../platform/id.ts';
import { ConcurrencyConflict } from '../table/conflict.ts';
import type { ListKind } from '../table/keys.ts';

/** The attributes that a list filters by: a class, such as a status, and a team. */
export interface FilterKey {
  /** The rules of a list give the numbers their meaning. */
  class: number;
  teamId?: string | undefined;
}

/** An entry that a transaction adds to a list, removes from it, or gives another filter key. */
export interface ListChange {
  kind: ListKind;
  /** The place of the entry in its list: the ULID at the end of its id, by which the list is ordered. */
  position: string;
  /** The filter key before the transaction, which its conditions guarantee; absent for a new entry. */
  from?: FilterKey | undefined;
  /** The filter key after the transaction; absent for an entry that is removed. */
  to?: FilterKey | undefined;
  /** The ULID of an item of another kind that is read with the entry, such as the member of an invite. */
  link?: string | undefined;
}

/** The change of one entry; none when its filter key stays the same. */
export function listChange(
  kind: ListKind,
  id: string,
  from: FilterKey | undefined,
  to: FilterKey | undefined,
): ListChange[] {
  if (isSame(from, to)) return [];
  return [{ kind, position: positionOf(id), from, to }];
}

export function positionOf(id: string): string {
  return id.slice(-ULID_LENGTH);
}

/** The lowest position of entries that are made at a time, in milliseconds since the epoch, or later. */
export function lowestPositionAt(time: number): string {
  return ulidTime(Math.max(0, time)).padEnd(ULID_LENGTH, '0');
}

function isSame(one: FilterKey | undefined, other: FilterKey | undefined): boolean {
  return one?.class === other?.class && one?.teamId === other?.teamId;
}

/** The filter of a page: an entry of a class of the set and of the team matches. */
export interface ListFilter {
  /** Absent for all classes. */
  classes?: ReadonlySet<number> | undefined;
  teamId?: string | undefined;
  /** Entries that time has moved from one class to another: those before a position, which tells when they were made. */
  expiry?: { before: string; from: number; to: number } | undefined;
}

export function matches(filter: ListFilter, position: string, key: FilterKey | undefined): boolean {
  if (!key) return false;
  const { classes, teamId, expiry } = filter;
  const hasExpired = expiry?.from === key.class && position < expiry.before;
  const currentClass = hasExpired ? expiry.to : key.class;
  return (classes?.has(currentClass) ?? true) && (teamId === undefined || key.teamId === teamId);
}

/** Reads of a log and its index do not belong together: something was stored between them. Read again. */
export class TornRead extends ConcurrencyConflict {}

/**
 * The filter key of one entry after all of its changes. Their order does not matter: each names the key before it,
 * so that all keys but the last cancel out.
 * @throws {@link TornRead} when a change in between is missing.
 */
export function applyChanges(
  folded: FilterKey | undefined,
  changes: readonly ListChange[],
): FilterKey | undefined {
  const left = [folded, ...changes.map(({ to }) => to)];
  for (const { from } of changes) {
    const place = left.findIndex((key) => isSame(key, from));
    if (place < 0) throw new TornRead('An entry has a change without its former one.');
    left.splice(place, 1);
  }
  return left[0];
}

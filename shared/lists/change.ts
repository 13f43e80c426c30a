import { ulidTime } from '../platform/id.ts';
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

export const POSITION_LENGTH = 26;

/** The change of one entry; none when its filter key stays the same. */
export function listChange(
  kind: ListKind,
  id: string,
  from: FilterKey | undefined,
  to: FilterKey | undefined,
): ListChange[] {
  if (isSame(from, to)) return [];
  return [{ kind, position: id.slice(-POSITION_LENGTH), from, to }];
}

/** A change as the log stores it. */
export function encodeChange({ kind, position, from, to, link }: ListChange): string {
  return JSON.stringify([kind, position, from?.class, from?.teamId, to?.class, to?.teamId, link]);
}

type StoredKey = [entryClass: number | null, teamId: string | null];

export function decodeChange(text: string): ListChange {
  const [kind, position, ...rest]: [ListKind, string, ...StoredKey, ...StoredKey, string | null] =
    JSON.parse(text);
  const [fromClass, fromTeam, toClass, toTeam, link] = rest;
  return {
    kind,
    position,
    from: keyOf(fromClass, fromTeam),
    to: keyOf(toClass, toTeam),
    ...(link !== null && { link }),
  };
}

function keyOf(...[entryClass, teamId]: StoredKey): FilterKey | undefined {
  if (entryClass === null) return undefined;
  return { class: entryClass, ...(teamId !== null && { teamId }) };
}

function isSame(one: FilterKey | undefined, other: FilterKey | undefined): boolean {
  return one?.class === other?.class && one?.teamId === other?.teamId;
}

/** The first position of entries that were made at a time, in milliseconds since the epoch, or later. */
export function firstPositionAt(time: number): string {
  return ulidTime(Math.max(0, time)).padEnd(POSITION_LENGTH, '0');
}

/** The filter of a page: an entry of a class of the set and of the team matches. */
export interface ListFilter {
  /** Absent for all classes. */
  classes?: ReadonlySet<number> | undefined;
  teamId?: string | undefined;
  expiry?: Expiry | undefined;
}

/** Entries that the time moves from one class to another: those before a position, which tells when they were made. */
export interface Expiry {
  before: string;
  from: number;
  to: number;
}

export function matches({ classes, teamId }: ListFilter, key: FilterKey | undefined): boolean {
  if (!key) return false;
  return (classes?.has(key.class) ?? true) && (teamId === undefined || key.teamId === teamId);
}

/** Whether the entry at a position matches, which may have expired. */
export function matchesAt(filter: ListFilter, position: string, key: FilterKey | undefined): boolean {
  const { expiry } = filter;
  const isExpired = key && expiry && key.class === expiry.from && position < expiry.before;
  return matches(filter, isExpired ? { ...key, class: expiry.to } : key);
}

/** Reads of a log and its index do not belong together: something was stored between them. Read again. */
export class TornRead extends ConcurrencyConflict {}

/**
 * The filter key of one entry after all of its changes. Their order does not matter: each names the key before it,
 * so that all keys but the last cancel out.
 * @throws {@link TornRead} when a change in between is missing.
 */
export function keyAfter(
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

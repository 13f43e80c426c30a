import { ulidTime } from '../../platform/id.ts';
import { ConcurrencyConflict } from '../conflict.ts';
import type { ListKind } from '../keys.ts';

/** The attributes that a list filters by: a class, such as a status, and a team. */
export interface FilterKey {
  /** From 0 to {@link CLASSES} - 1; the rules of a list give the numbers their meaning. */
  class: number;
  teamId?: string | undefined;
}

/** The number of classes that a list may have. */
export const CLASSES = 8;

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
  if (textOf(from) === textOf(to)) return [];
  return [{ kind, position: id.slice(-POSITION_LENGTH), from, to }];
}

const LETTERS: Readonly<Record<ListKind, string>> = { model: 'm', member: 'p', invite: 'i' };
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as ListKind]));
const SAME_TEAM = '=';

/** A change as the log stores it, such as `m01J9…|3.team_01J8…|4.=`. */
export function encodeChange({ kind, position, from, to, link }: ListChange): string {
  const sameTeam = from?.teamId !== undefined && from.teamId === to?.teamId;
  const after = sameTeam && to ? `${to.class}.${SAME_TEAM}` : textOf(to);
  return [LETTERS[kind] + position, textOf(from), after, ...(link === undefined ? [] : [link])].join('|');
}

/** @throws Error for a text that {@link encodeChange} has not made. */
export function decodeChange(text: string): ListChange {
  const [entry = '', before = '', after = '', link] = text.split('|');
  const kind = KINDS.get(entry.slice(0, 1));
  if (!kind) throw new Error(`The log of lists has an unknown change: ${text}.`);
  const from = keyOf(before);
  const to = keyOf(after);
  if (to?.teamId === SAME_TEAM) to.teamId = from?.teamId;
  return { kind, position: entry.slice(1), from, to, ...(link !== undefined && { link }) };
}

function textOf(key: FilterKey | undefined): string {
  if (!key) return '';
  return key.teamId === undefined ? `${key.class}` : `${key.class}.${key.teamId}`;
}

function keyOf(text: string): FilterKey | undefined {
  if (text === '') return undefined;
  const [number, teamId] = text.split('.');
  return { class: Number(number), ...(teamId !== undefined && { teamId }) };
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
  const sums = new Map<string, { key: FilterKey | undefined; sum: number }>();
  const add = (key: FilterKey | undefined, amount: number) => {
    const text = textOf(key);
    const sum = (sums.get(text)?.sum ?? 0) + amount;
    if (sum === 0) sums.delete(text);
    else sums.set(text, { key, sum });
  };
  add(folded, 1);
  for (const { from, to } of changes) {
    add(from, -1);
    add(to, 1);
  }
  const [last, ...others] = sums.values();
  if (last?.sum !== 1 || others.length > 0)
    throw new TornRead('An entry has a change without its former one.');
  return last.key;
}

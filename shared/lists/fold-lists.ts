import { attributeAbsent, equals } from '../table/condition.ts';
import { CONFLICT_ROUNDS, ifStill, retryOnConflict } from '../table/conflict.ts';
import { keys, LIST_KINDS } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { put, remove, TRANSACTION_MAX_WRITES, type Transaction, type Write } from '../table/transaction.ts';
import { type ListChange, TornRead } from './change.ts';
import {
  type Entry,
  encodePositions,
  encodeSegment,
  entriesOf,
  placeOf,
  SEGMENT_MAX,
  type Segment,
  type Slot,
} from './segment.ts';
import {
  changesOf,
  type Lists,
  type LogState,
  listStateOf,
  readFolded,
  readLog,
  readSlots,
  type StoredList,
} from './store.ts';
import type { LogEntry } from './writes.ts';

/** Entries that the log has before it is folded at least; a long list waits for more, since its changes are in more segments. */
const FOLDED_FROM = 64;
const SEGMENTS_PER_ENTRY = 4;
/** Entries that one transaction folds at most: the state of the log names them until they are deleted. */
const FOLDED_MAX = 250;

/**
 * Folds the log of list changes of an organization into segments, until it is short. Safe to run at any time and at
 * several places: a fold that another one has overtaken changes nothing and starts over.
 * @param partition any partition of the organization
 * @param from entries that the log has at least; by default what pays for the segments that a fold rewrites
 * @returns the number of entries that were folded
 * @throws TornRead when the log and the index contradict each other in every round.
 */
export async function foldLists(
  table: Table,
  partition: string,
  { from }: { from?: number } = {},
): Promise<number> {
  for (let folded = 0; ; ) {
    const count = await retryOnConflict(() => foldPart(table, partition, from), CONFLICT_ROUNDS);
    if (count === 0) return folded;
    folded += count;
  }
}

/** Folds what one transaction can. @returns the number of entries; 0 when the log is short enough. */
async function foldPart(table: Table, partition: string, from: number | undefined): Promise<number> {
  const { state, entries, left } = await readLog(table, partition);
  const removeEntries = (sortKeys: readonly string[]) =>
    table.removeAll(sortKeys.map((SK) => ({ ...keys.listLog(partition), SK })));
  // A fold that was interrupted has left them. They are deleted before the state forgets them.
  await removeEntries(left);
  const segments = LIST_KINDS.reduce((sum, kind) => sum + (state.lists[kind]?.segments ?? 0), 0);
  const least = from ?? Math.max(FOLDED_FROM, segments / SEGMENTS_PER_ENTRY);
  if (entries.length === 0 || entries.length < least) return 0;
  const { folded, writes } = await planFold({ table, partition }, state, entries.slice(0, FOLDED_MAX));
  await table.commit(writes);
  await removeEntries(folded);
  return folded.length;
}

/**
 * Plans a fold of as many of the first entries as fit one transaction. Entries are in the order of the clocks of the
 * functions that wrote them, which may differ a little, so a part can lack an entry that another one continues. A
 * shorter part ends elsewhere.
 */
async function planFold(lists: Lists, state: LogState, entries: readonly LogEntry[]): Promise<Fold> {
  const isOne = entries.length === 1;
  try {
    const plan = await planPart(lists, state, entries);
    if (plan.writes.length <= TRANSACTION_MAX_WRITES || isOne) return plan;
  } catch (error) {
    if (!(error instanceof TornRead) || isOne) throw error;
  }
  return planFold(lists, state, entries.slice(0, Math.floor(entries.length / 2)));
}

interface Fold {
  /** The sort keys of the entries that it merges. */
  folded: string[];
  writes: Transaction;
}

async function planPart(lists: Lists, state: LogState, entries: readonly LogEntry[]): Promise<Fold> {
  const version = state.version + 1;
  const next = { version, lists: { ...state.lists }, folded: entries.map(({ SK }) => SK) };
  const writes: Write[] = [];
  for (const kind of LIST_KINDS) {
    const changes = changesOf(entries, kind);
    if (changes.length === 0) continue;
    const folded = await foldList({ ...lists, kind }, state, changes);
    writes.push(...folded.writes);
    next.lists[kind] = listStateOf(folded.segments);
  }
  const condition = version === 1 ? attributeAbsent('version') : equals('version', state.version);
  const guard = ifStill(condition, 'Another fold was faster.');
  const stateWrite = put({ ...keys.listLog(lists.partition), ...next }, guard);
  return { folded: next.folded, writes: [stateWrite, ...writes] };
}

async function foldList(list: StoredList, state: LogState, changes: readonly ListChange[]) {
  const { partition, kind } = list;
  const version = state.version + 1;
  const stored = await readFolded(list, { state }, true);
  const former = stored.segments;
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(former, position));
  const touched = former.filter((_, place) => byPlace.has(place));
  const slotsOf = await readSlots(list, touched, true);
  const teams = [...new Set([...stored.teams, ...changes.flatMap(({ to }) => to?.teamId ?? [])])];
  const folded = former.flatMap((segment, place): FoldedSegment[] => {
    const here = byPlace.get(place);
    const isLast = place === former.length - 1;
    return here ? foldSegment(segment, slotsOf(segment), here, { version, isLast }) : [{ segment }];
  });
  const changed = folded.filter(({ segment }) => segment.version === version);
  const kept = new Set(folded.map(({ segment }) => segment.first));
  const removed = former.filter(({ first }) => !kept.has(first));
  const writes = [
    ...(teams.length > stored.teams.length ? [put({ ...keys.listTeams(partition, kind), teams })] : []),
    ...changed.map(({ segment }) =>
      put({ ...keys.listSegment(partition, kind, segment.first), ...encodeSegment(segment, teams) }),
    ),
    ...changed.flatMap(({ segment: { first }, slots }) =>
      slots
        ? [put({ ...keys.listPositions(partition, kind, first), ...encodePositions(slots, version) })]
        : [],
    ),
    ...removed.flatMap(({ first }) => [
      remove(keys.listSegment(partition, kind, first)),
      remove(keys.listPositions(partition, kind, first)),
    ]),
  ];
  return { segments: folded.map(({ segment }) => segment), writes };
}

/** A segment after a fold. */
interface FoldedSegment {
  segment: Segment;
  /** Its positions, where they or links have changed. */
  slots?: readonly Slot[];
}

/**
 * Merges changes into a segment. It becomes several when it is too long, and none when it is empty.
 * @throws TornRead when the changes of an entry do not continue its folded state.
 */
function foldSegment(
  former: Segment,
  slots: readonly Slot[],
  changes: readonly ListChange[],
  { version, isLast }: { version: number; isLast: boolean },
): FoldedSegment[] {
  const entries = entriesOf(former, slots, changes);
  return piecesOf(entries, isLast).map((piece, number) => {
    const start = piece[0]?.position ?? '';
    // Entries before the first segment come into it.
    const first = number === 0 && former.first < start ? former.first : start;
    const kept = number === 0 && first === former.first ? slotsFor(slots, piece) : piece;
    const keyOf = new Map(piece.map(({ position, key }) => [position, key]));
    const keys = kept.map(({ position }) => keyOf.get(position));
    if (kept === slots) return { segment: { ...former, version, keys } };
    return { segment: { first, version, positionsVersion: version, keys }, slots: kept };
  });
}

/** Full pieces at the end of a list, where entries are added, and equal ones elsewhere. */
function piecesOf(entries: readonly Entry[], isLast: boolean): Entry[][] {
  const pieces = Math.ceil(entries.length / SEGMENT_MAX);
  const length = isLast ? SEGMENT_MAX : Math.ceil(entries.length / pieces);
  return Array.from({ length: pieces }, (_, piece) => entries.slice(piece * length, (piece + 1) * length));
}

/** The stored slots while they have a place for each entry and at most half of them are free; else new ones. */
function slotsFor(former: readonly Slot[], entries: readonly Entry[]): readonly Slot[] {
  if (former.length > 2 * entries.length) return entries;
  const links = new Map(former.map(({ position, link }) => [position, link]));
  const fit = entries.every(({ position, link }) => links.has(position) && links.get(position) === link);
  return fit ? former : entries;
}

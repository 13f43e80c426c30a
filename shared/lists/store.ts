import { createHash } from 'node:crypto';
import { collections, type Key, keys, type ListKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type ListChange, TornRead } from './change.ts';
import {
  decodePositions,
  decodeSegment,
  EMPTY_SEGMENT,
  type Segment,
  type StoredPositions,
  type StoredSegment,
} from './segment.ts';
import type { LogEntry } from './writes.ts';

/** The state of the log of list changes; every fold makes its next version. */
export interface LogState {
  version: number;
  lists: Partial<Record<ListKind, ListState>>;
  /** The sort keys of the entries that the last fold has merged, and that may not be deleted yet. */
  folded: string[];
}

/** The expected number and digest of a list's segments: a query may read some before a fold and some after it. */
interface ListState {
  segments: number;
  digest: string;
}

export function listStateOf(segments: readonly Segment[]): ListState {
  const stored = segments.filter(({ version }) => version > 0);
  const hash = createHash('sha256');
  for (const { first, version } of stored) hash.update(`${first} ${version}\n`);
  return { segments: stored.length, digest: hash.digest('base64url') };
}

export type Log = Awaited<ReturnType<typeof readLog>>;

/** Reads the log with one query, which reads the state first: it knows of every folded entry that the query meets. */
export async function readLog(table: Table, partition: string) {
  const found = await table.all<LogState | LogEntry>(collections.listLog(partition));
  const state: LogState = found.find((item) => 'version' in item) ?? { version: 0, lists: {}, folded: [] };
  const entries = found.filter((item) => 'changes' in item);
  const folded = new Set(state.folded);
  return {
    state,
    entries: entries.filter(({ SK }) => !folded.has(SK)),
    /** The sort keys of folded entries that are not deleted yet. */
    left: entries.filter(({ SK }) => folded.has(SK)).map(({ SK }) => SK),
  };
}

export function changesOf(entries: readonly LogEntry[], kind: ListKind): ListChange[] {
  return entries.flatMap(({ changes }) => changes).filter((change) => change.kind === kind);
}

export interface StoredList {
  table: Table;
  /** Any partition of its organization. */
  partition: string;
  kind: ListKind;
}

/** A list as its folds have stored it. */
export interface FoldedList {
  /** The ids of teams by the numbers that segments store. None is ever removed. */
  teams: readonly string[];
  /** In ascending order; one at least. */
  segments: readonly Segment[];
}

/**
 * Reads the filter keys of a list.
 * @param consistent whether the read sees the last fold, which costs twice as much
 */
export async function readFolded(
  { table, partition, kind }: StoredList,
  consistent: boolean,
): Promise<FoldedList> {
  const collection = collections.listSegments(partition, kind);
  const found = await table.all<(StoredSegment & Key) | { teams: string[] }>(
    collection,
    consistent ? { consistent } : undefined,
  );
  const teams = found.find((item) => 'teams' in item)?.teams ?? [];
  const stored = found.filter((item) => 'bytes' in item);
  const firstOf = ({ SK }: Key) => SK.slice(SK.lastIndexOf('#') + 1);
  const segments = stored.map((item) => decodeSegment(firstOf(item), item, teams));
  return { teams, segments: segments.length === 0 ? [EMPTY_SEGMENT] : segments };
}

/** @throws TornRead when the segments of a list are not those of the state of the log. */
export function requireState({ segments }: FoldedList, expected: ListState | undefined): void {
  if (listStateOf(segments).digest !== (expected ?? listStateOf([])).digest) {
    throw new TornRead('The segments of a list are of several folds.');
  }
}

/** The positions of segments, in their order. @throws TornRead when they do not belong to the filter keys. */
export async function readSlots(
  { table, partition, kind }: StoredList,
  segments: readonly Segment[],
  consistent: boolean,
) {
  const stored = segments.filter(({ positionsVersion }) => positionsVersion > 0);
  const wanted = stored.map(({ first }) => keys.listPositions(partition, kind, first));
  const found = await table.getMany<StoredPositions>(wanted, consistent);
  const bySegment = new Map(
    stored.map((segment, place) => [segment, decodePositions(segment, found[place])]),
  );
  return (segment: Segment) => bySegment.get(segment) ?? [];
}

/** The filter keys of a list with the changes that are not folded yet. */
export interface ListIndex {
  version: number;
  segments: readonly Segment[];
  changes: readonly ListChange[];
  /** The number of entries, and of changes of any list. */
  length: number;
}

/** @param log the log of the organization's lists, if it was read for another list */
export async function readIndex(
  list: StoredList,
  consistent = false,
  log: Promise<Log> = readLog(list.table, list.partition),
): Promise<ListIndex> {
  const { kind } = list;
  const [{ state, entries }, stored] = await Promise.all([log, readFolded(list, consistent)]);
  requireState(stored, state.lists[kind]);
  const folded = stored.segments.reduce((sum, { keys }) => sum + keys.filter(Boolean).length, 0);
  return {
    version: state.version,
    segments: stored.segments,
    changes: changesOf(entries, kind),
    length: folded + entries.length,
  };
}

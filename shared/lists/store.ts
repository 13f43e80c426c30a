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
  const hash = createHash('sha256');
  for (const { first, version } of segments) hash.update(`${first} ${version}\n`);
  return { segments: segments.length, digest: hash.digest('base64url') };
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

/** The lists of an organization. */
export interface Lists {
  table: Table;
  /** Any partition of the organization. */
  partition: string;
}

export interface StoredList extends Lists {
  kind: ListKind;
}

/**
 * Reads the teams of a list, by the numbers that segments store, and the segments with their filter keys, one at least.
 * @param log read before or at the same time
 * @param consistent whether the read sees the last fold, which costs twice as much
 * @throws TornRead when the segments are not those of its state
 */
export async function readFolded(
  { table, partition, kind }: StoredList,
  log: Pick<Log, 'state'> | Promise<Log>,
  consistent: boolean,
) {
  const collection = collections.listSegments(partition, kind);
  const options = consistent ? { consistent } : undefined;
  const found = await table.all<(StoredSegment & Key) | { teams: string[] }>(collection, options);
  const teams = found.find((item) => 'teams' in item)?.teams ?? [];
  const stored = found.filter((item) => 'bytes' in item);
  const firstOf = ({ SK }: Key) => SK.slice(SK.lastIndexOf('#') + 1);
  const segments = stored.map((item) => decodeSegment(firstOf(item), item, teams));
  const { digest } = (await log).state.lists[kind] ?? listStateOf([]);
  if (listStateOf(segments).digest !== digest)
    throw new TornRead('The segments of a list are of several folds.');
  return { teams, segments: segments.length === 0 ? [EMPTY_SEGMENT] : segments };
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
  const [{ state, entries }, { segments }] = await Promise.all([log, readFolded(list, log, consistent)]);
  const folded = segments.reduce((sum, { keys }) => sum + keys.filter(Boolean).length, 0);
  const changes = changesOf(entries, list.kind);
  return { version: state.version, segments, changes, length: folded + entries.length };
}

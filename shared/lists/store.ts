import { createHash } from 'node:crypto';
import { collections, type Key, keys, type ListKind } from '../table/keys.ts';
import type { PageRequest } from '../table/list.ts';
import type { ReadAhead } from '../table/reads-ahead.ts';
import type { Table } from '../table/table.ts';
import { decodeChange, type ListChange, type ListFilter, TornRead } from './change.ts';
import { type PageRun, planPage, positionsOf } from './page.ts';
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

export interface ReadLog {
  state: LogState;
  /** The entries that are not folded. */
  entries: LogEntry[];
  /** The sort keys of folded entries that are not deleted yet. */
  left: string[];
}

/** Reads the log with one query, which reads the state first: it knows of every folded entry that the query meets. */
export async function readLog(table: Table, partition: string): Promise<ReadLog> {
  const found = await table.all<LogState | LogEntry>(collections.listLog(partition));
  const state = found.find((item) => 'version' in item) ?? { version: 0, lists: {}, folded: [] };
  const entries = found.filter((item) => 'changes' in item);
  const folded = new Set(state.folded);
  return {
    state,
    entries: entries.filter(({ SK }) => !folded.has(SK)),
    left: entries.filter(({ SK }) => folded.has(SK)).map(({ SK }) => SK),
  };
}

export function changesOf(entries: readonly LogEntry[], kind: ListKind): ListChange[] {
  return entries.flatMap(({ changes }) => changes.map(decodeChange)).filter((change) => change.kind === kind);
}

/** A list as its folds have stored it. */
export interface FoldedList {
  /** The ids of teams by the numbers that segments store. None is ever removed. */
  teams: readonly string[];
  /** In ascending order. */
  segments: readonly Segment[];
}

type StoredList = (StoredSegment & Key) | { teams: string[] };

/** Reads the filter keys of a list. @param consistent whether the read sees the last fold, which costs twice as much */
async function readFolded(
  table: Table,
  partition: string,
  kind: ListKind,
  consistent: boolean,
): Promise<FoldedList> {
  const collection = collections.listSegments(partition, kind);
  const found = await table.all<StoredList>(collection, consistent ? { consistent } : undefined);
  const teams = found.find((item) => 'teams' in item)?.teams ?? [];
  const stored = found.filter((item) => 'bytes' in item);
  const firstOf = ({ SK }: Key) => SK.slice(SK.lastIndexOf('#') + 1);
  return { teams, segments: stored.map((item) => decodeSegment(firstOf(item), item, teams)) };
}

/** Reads the filter keys of a list for a fold. @throws TornRead when they are not those of the state. */
export async function readList(
  table: Table,
  partition: string,
  kind: ListKind,
  state: LogState,
): Promise<FoldedList> {
  const list = await readFolded(table, partition, kind, true);
  requireState(list, state.lists[kind]);
  return list;
}

function requireState({ segments }: FoldedList, expected: ListState | undefined): void {
  if (listStateOf(segments).digest !== (expected ?? listStateOf([])).digest) {
    throw new TornRead('The segments of a list are of several folds.');
  }
}

/** The positions of segments, in their order. @throws TornRead when they do not belong to the filter keys. */
export async function readSlots(
  table: Table,
  partition: string,
  kind: ListKind,
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

/** The first reads of a page. */
export function firstReads(partition: string, kind: ListKind): ReadAhead[] {
  return [collections.listLog(partition), collections.listSegments(partition, kind)];
}

/** The filter keys of a list with the changes that are not folded yet. */
export interface ListIndex {
  version: number;
  segments: readonly Segment[];
  changes: readonly ListChange[];
  /** The number of entries, and of changes of any list. */
  length: number;
}

export async function readIndex(
  table: Table,
  partition: string,
  kind: ListKind,
  consistent = false,
): Promise<ListIndex> {
  const [{ state, entries }, list] = await Promise.all([
    readLog(table, partition),
    readFolded(table, partition, kind, consistent),
  ]);
  requireState(list, state.lists[kind]);
  const folded = list.segments.reduce((sum, { keys }) => sum + keys.filter(Boolean).length, 0);
  return {
    version: state.version,
    segments: list.segments.length === 0 ? [EMPTY_SEGMENT] : list.segments,
    changes: changesOf(entries, kind),
    length: folded + entries.length,
  };
}

export interface ListedPage {
  total: number;
  runs: PageRun[];
  /** About the number of entries without a filter: those that are folded, and the changes that are not. */
  length: number;
}

/** Reads of a page before it gives up against folds, each of which makes a read that it meets start over. */
const TRIES = 20;

export interface PageOptions {
  /** For a list of up to so many entries only `length` is found. */
  shortMax?: number;
  /** The index, if it was read for another page. */
  index?: Promise<ListIndex> | undefined;
}

/**
 * The positions of one page of a list, newest first, and the exact total, in two round trips: the filter keys with the
 * changes since the last fold, and then the positions of the segments that hold the page. The second one also reads the
 * version of the log again, since a fold in between deletes entries of the log. Segments tell their versions, so the first
 * try may read them where they lag behind, at half the price.
 * @throws TornRead when the log was folded during every try.
 */
export async function readListPage(
  table: Table,
  partition: string,
  kind: ListKind,
  filter: ListFilter,
  request: PageRequest,
  { shortMax = -1, index }: PageOptions = {},
): Promise<ListedPage> {
  for (let tryCount = 1; ; tryCount++) {
    const isFirst = tryCount === 1;
    try {
      const read = await ((isFirst && index) || readIndex(table, partition, kind, !isFirst));
      if (read.length <= shortMax) return { total: 0, runs: [], length: read.length };
      const page = await readPage(table, partition, kind, read, filter, request, !isFirst);
      return { ...page, length: read.length };
    } catch (error) {
      if (!(error instanceof TornRead) || tryCount === TRIES) throw error;
    }
  }
}

async function readPage(
  table: Table,
  partition: string,
  kind: ListKind,
  { version, segments, changes }: ListIndex,
  filter: ListFilter,
  request: PageRequest,
  consistent: boolean,
) {
  const plan = planPage(segments, changes, filter, request);
  const planned = plan.segments.map(({ segment }) => segment);
  const [[current], slotsOf] = await Promise.all([
    table.getMany<LogState>([keys.listLog(partition)]),
    readSlots(table, partition, kind, planned, consistent),
  ]);
  if ((current?.version ?? 0) !== version)
    throw new TornRead('The log of lists was folded between two reads.');
  return positionsOf(plan, slotsOf, filter, request);
}

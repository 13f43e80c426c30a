import { collections, type Key, keys, type ListKind } from '../keys.ts';
import type { PageRequest } from '../list.ts';
import type { ReadAhead } from '../reads-ahead.ts';
import type { Table } from '../table.ts';
import { decodeChange, type ListChange, type ListFilter, TornRead } from './change.ts';
import {
  type Directory,
  decodeDirectory,
  decodeTeamCounts,
  lengthOf,
  type StoredDirectory,
  type StoredTeamCounts,
  type TeamCounts,
} from './directory.ts';
import type { LogEntry } from './log.ts';
import { type PagePlan, type PageRun, planPage, positionsOf } from './page.ts';
import { decodeSegment, type SegmentContent, type StoredPositions } from './segment.ts';

/** The state of the log of list changes; every fold makes its next version. */
export interface LogState {
  version: number;
  /** The versions of the directories. */
  directories: Partial<Record<ListKind, number>>;
  /** The sort keys of the entries that the last fold has merged, and that may not be deleted yet. */
  folded: string[];
}

export const NO_FOLDS: LogState = { version: 0, directories: {}, folded: [] };

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
  const state = found.find((item) => 'version' in item) ?? NO_FOLDS;
  const entries = found.filter((item) => 'changes' in item);
  const isFolded = ({ SK }: LogEntry) => state.folded.includes(SK);
  return {
    state,
    entries: entries.filter((entry) => !isFolded(entry)),
    left: entries.filter(isFolded).map(({ SK }) => SK),
  };
}

export function changesOf(entries: readonly LogEntry[], kind: ListKind): ListChange[] {
  return entries.flatMap(({ changes }) => changes.map(decodeChange)).filter((change) => change.kind === kind);
}

/** The first read of a page. */
export function firstReads(partition: string, kind: ListKind, teamId: string | undefined): ReadAhead[] {
  return [collections.listLog(partition), countKeys(partition, kind, teamId)];
}

function countKeys(partition: string, kind: ListKind, teamId: string | undefined): Key[] {
  return [
    keys.listDirectory(partition, kind),
    ...(teamId === undefined ? [] : [keys.listTeam(partition, kind, teamId)]),
  ];
}

/** The directory of a list, and the counts of a team. */
async function readCounts(
  table: Table,
  partition: string,
  kind: ListKind,
  teamId: string | undefined,
): Promise<{ directory: Directory; team: TeamCounts | undefined }> {
  const [directory, team] = await table.getMany<StoredDirectory | StoredTeamCounts>(
    countKeys(partition, kind, teamId),
  );
  return {
    directory: decodeDirectory(directory as StoredDirectory | undefined),
    team: teamId === undefined ? undefined : decodeTeamCounts(team as StoredTeamCounts | undefined),
  };
}

/** The keys of the two items of each segment. */
export function segmentKeys(partition: string, kind: ListKind, segments: readonly number[]): Key[] {
  return segments.flatMap((segment) => [
    keys.listPositions(partition, kind, segment),
    keys.listFilterKeys(partition, kind, segment),
  ]);
}

/** One of the two items of a segment. */
export type StoredSegment = StoredPositions;

const NO_BYTES: StoredSegment = { bytes: new Uint8Array() };

/** @param items the items of {@link segmentKeys}, in their order */
export function contentBySegment(
  directory: Directory,
  segments: readonly number[],
  items: readonly (StoredSegment | undefined)[],
): Map<number, SegmentContent> {
  const teams = directory.teams.map(({ id }) => id);
  return new Map(
    segments.map((segment, place) => {
      const [positions = NO_BYTES, filterKeys = NO_BYTES] = items.slice(2 * place, 2 * place + 2);
      return [segment, decodeSegment(positions, filterKeys.bytes, teams)];
    }),
  );
}

export interface ListedPage {
  total: number;
  runs: PageRun[];
  /** About the number of entries without a filter: those that are folded, and the changes that are not. */
  length: number;
}

/** Reads of a page before it gives up against folds, each of which makes a read that it meets start over. */
const TRIES = 20;

/**
 * The positions of one page of a list, newest first, and the exact total, in two round trips: the counts with the
 * changes since the last fold, and then the segments that hold the page. The second one also reads the version of the
 * log again, since a fold in between would make the former reads disagree.
 * @param shortMax for a list of up to so many entries only `length` is found
 * @throws TornRead when the log was folded during every try.
 */
export async function readListPage(
  table: Table,
  partition: string,
  kind: ListKind,
  filter: ListFilter,
  request: PageRequest,
  shortMax = -1,
): Promise<ListedPage> {
  for (let tryCount = 1; ; tryCount++) {
    try {
      return await readPageOnce(table, partition, kind, filter, request, shortMax);
    } catch (error) {
      if (!(error instanceof TornRead) || tryCount === TRIES) throw error;
    }
  }
}

async function readPageOnce(
  table: Table,
  partition: string,
  kind: ListKind,
  filter: ListFilter,
  request: PageRequest,
  shortMax = -1,
): Promise<ListedPage> {
  const { teamId } = filter;
  const [{ state, entries }, { directory, team }] = await Promise.all([
    readLog(table, partition),
    readCounts(table, partition, kind, teamId),
  ]);
  requireVersion(directory.version, state.directories[kind]);
  if (team) requireVersion(team.version, directory.teams.find(({ id }) => id === teamId)?.version);
  const length = lengthOf(directory) + entries.length;
  if (length <= shortMax) return { total: 0, runs: [], length };
  const plan = planPage(directory, team, changesOf(entries, kind), filter, request);
  const segments = await readPlanned(table, partition, kind, state, directory, plan);
  return { ...positionsOf(plan, (segment) => segments.get(segment)?.entries ?? [], filter, request), length };
}

async function readPlanned(
  table: Table,
  partition: string,
  kind: ListKind,
  state: LogState,
  directory: Directory,
  plan: PagePlan,
): Promise<Map<number, SegmentContent>> {
  const numbers = plan.segments.map(({ number }) => number);
  const wanted: Key[] = [keys.listLog(partition), ...segmentKeys(partition, kind, numbers)];
  const [current, ...items] = await table.getMany<LogState | StoredSegment>(wanted);
  requireVersion((current as LogState | undefined)?.version, state.version);
  return contentBySegment(directory, numbers, items as (StoredSegment | undefined)[]);
}

/** An item that does not exist has version 0. */
function requireVersion(version = 0, expected = 0): void {
  if (version !== expected) throw new TornRead('The log of lists was folded between two reads.');
}

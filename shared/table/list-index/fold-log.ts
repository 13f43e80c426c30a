import { attributeAbsent, equals } from '../condition.ts';
import { ConcurrencyConflict } from '../conflict.ts';
import { keys, LIST_KINDS, type ListKind } from '../keys.ts';
import type { Table } from '../table.ts';
import { put, remove, TRANSACTION_MAX_WRITES, type Transaction, type Write } from '../transaction.ts';
import type { ListChange } from './change.ts';
import { type Directory, encodeDirectory, encodeTeamCounts, lengthOf } from './directory.ts';
import { type FoldedList, foldList, touchedSegments } from './fold.ts';
import type { LogEntry } from './log.ts';
import { encodeKeys, encodePositions, type Segment } from './segment.ts';
import {
  changesOf,
  entriesBySegment,
  type LogState,
  readDirectory,
  readLog,
  readTeamCounts,
  type StoredSegment,
  segmentKeys,
} from './store.ts';

/** Entries that the log has before it is folded at least; a long list waits for more, since it touches more segments. */
const FOLDED_FROM = 64;
const LISTED_PER_ENTRY = 1000;
/** Entries that one transaction folds at most: the state of the log names them until they are deleted. */
const FOLDED_MAX = 250;

export interface FoldOptions {
  /** Entries that the log has at least. Default: what pays for the segments that a fold rewrites. */
  from?: number;
}

/**
 * Folds the log of list changes of an organization into segments and counts, until it is short. Safe to run at any
 * time and at several places: a fold that another one has overtaken changes nothing.
 * @param partition the partition of the organization
 * @returns the number of entries that were folded
 * @throws TornRead when an entry of the log is not visible yet, ConcurrencyConflict when another fold was faster.
 */
export async function foldLists(
  table: Table,
  partition: string,
  { from }: FoldOptions = {},
): Promise<number> {
  for (let folded = 0; ; ) {
    const { state, entries, left } = await readLog(table, partition);
    // A fold that was interrupted has left them. They are deleted before the state forgets them.
    await removeEntries(table, partition, left);
    const directories = await readDirectories(table, partition);
    const least = from ?? Math.max(FOLDED_FROM, listedIn(directories) / LISTED_PER_ENTRY);
    if (entries.length === 0 || entries.length < least) return folded;
    const plan = await planFold(table, partition, state, directories, entries.slice(0, FOLDED_MAX));
    await table.commit(plan.writes);
    folded += plan.folded.length;
    await removeEntries(table, partition, plan.folded);
  }
}

function removeEntries(table: Table, partition: string, sortKeys: readonly string[]): Promise<void> {
  return table.removeAll(sortKeys.map((SK) => ({ ...keys.listLog(partition), SK })));
}

type Directories = Record<ListKind, Directory>;

async function readDirectories(table: Table, partition: string): Promise<Directories> {
  const [model, member, invite] = await Promise.all([
    readDirectory(table, partition, 'model'),
    readDirectory(table, partition, 'member'),
    readDirectory(table, partition, 'invite'),
  ]);
  return { model, member, invite };
}

function listedIn(directories: Directories): number {
  return LIST_KINDS.reduce((sum, kind) => sum + lengthOf(directories[kind]), 0);
}

interface FoldPlan {
  writes: Transaction;
  /** The sort keys of the entries. */
  folded: string[];
}

/** A fold of as many of the entries as fit one transaction. */
async function planFold(
  table: Table,
  partition: string,
  state: LogState,
  directories: Directories,
  entries: readonly LogEntry[],
): Promise<FoldPlan> {
  const version = state.version + 1;
  const writes: Transaction[] = [];
  const versions = { ...state.directories };
  for (const kind of LIST_KINDS) {
    const changes = changesOf(entries, kind);
    if (changes.length === 0) continue;
    const folded = await foldOne(table, partition, kind, directories[kind], changes, version);
    writes.push(await listWrites(table, partition, kind, folded));
    versions[kind] = version;
  }
  const next: LogState = { version, directories: versions, folded: entries.map(({ SK }) => SK) };
  const all = [stateWrite(partition, state, next), ...writes.flat()];
  if (all.length <= TRANSACTION_MAX_WRITES) return { writes: all, folded: next.folded };
  if (entries.length === 1) throw new Error(`${entries[0]?.SK} has too many changes for one fold.`);
  return planFold(table, partition, state, directories, entries.slice(0, Math.floor(entries.length / 2)));
}

async function foldOne(
  table: Table,
  partition: string,
  kind: ListKind,
  directory: Directory,
  changes: readonly ListChange[],
  version: number,
): Promise<FoldedList> {
  const numbers = touchedSegments(directory, changes);
  const items = await table.getMany<StoredSegment>(segmentKeys(partition, kind, numbers));
  const segments = entriesBySegment(directory, numbers, items);
  return foldList(directory, (number) => segments.get(number) ?? [], changes, version);
}

/** The state after a fold, unless another fold was faster. */
function stateWrite(partition: string, former: LogState, next: LogState): Write {
  const condition = former.version === 0 ? attributeAbsent('version') : equals('version', former.version);
  const onConditionFailed = () => new ConcurrencyConflict('Another fold was faster.');
  return put({ ...keys.listLog(partition), ...next }, { condition, onConditionFailed });
}

async function listWrites(
  table: Table,
  partition: string,
  kind: ListKind,
  { directory, stored, removed, teams }: FoldedList,
): Promise<Transaction> {
  const numbers = new Map(directory.teams.map(({ id }, number) => [id, number]));
  const teamWrites = [...teams].map(async ([teamId, changed]) => {
    const { bySegment: former } = await readTeamCounts(table, partition, kind, teamId);
    const bySegment = new Map(former);
    for (const [segment, counts] of changed) {
      if (counts) bySegment.set(segment, counts);
      else bySegment.delete(segment);
    }
    const counts = encodeTeamCounts({ version: directory.version, bySegment });
    return put({ ...keys.listTeam(partition, kind, teamId), ...counts });
  });
  return [
    put({ ...keys.listDirectory(partition, kind), ...encodeDirectory(directory) }),
    ...stored.flatMap(({ segment, positions }) =>
      segmentWrites(partition, kind, segment, positions, numbers),
    ),
    ...segmentKeys(partition, kind, removed).map((key) => remove(key)),
    ...(await Promise.all(teamWrites)),
  ];
}

function segmentWrites(
  partition: string,
  kind: ListKind,
  { number, entries }: Segment,
  positions: boolean,
  teams: ReadonlyMap<string, number>,
): Transaction {
  const numberOf = (teamId: string) => {
    const number = teams.get(teamId);
    if (number === undefined) throw new Error(`The team ${teamId} is missing in the directory.`);
    return number;
  };
  const filterKeys = { bytes: encodeKeys(entries, numberOf) };
  return [
    ...(positions
      ? [put({ ...keys.listPositions(partition, kind, number), bytes: encodePositions(entries) })]
      : []),
    put({ ...keys.listFilterKeys(partition, kind, number), ...filterKeys }),
  ];
}

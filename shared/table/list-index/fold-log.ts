import { attributeAbsent, equals } from '../condition.ts';
import { ConcurrencyConflict, retryOnConflict } from '../conflict.ts';
import { type Key, keys, LIST_KINDS, type ListKind } from '../keys.ts';
import type { Table } from '../table.ts';
import { put, TRANSACTION_MAX_WRITES, type Transaction, type Write } from '../transaction.ts';
import { type ListChange, TornRead } from './change.ts';
import {
  type Directory,
  decodeDirectory,
  decodeTeamCounts,
  EMPTY_DIRECTORY,
  encodeDirectory,
  encodeTeamCounts,
  lengthOf,
  type StoredDirectory,
  type StoredTeamCounts,
} from './directory.ts';
import { type FoldedList, foldList, touchedSegments } from './fold.ts';
import type { LogEntry } from './log.ts';
import { encodeKeys, encodeLinks, encodePositions, NO_CONTENT, type Segment } from './segment.ts';
import {
  changesOf,
  contentBySegment,
  type LogState,
  readLog,
  type StoredSegment,
  segmentKeys,
} from './store.ts';

/** Entries that the log has before it is folded at least; a long list waits for more, since its changes are in more segments. */
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
 * time and at several places: a fold that another one has overtaken changes nothing and starts over.
 * @param partition the partition of the organization
 * @returns the number of entries that were folded
 * @throws TornRead when the log and the index contradict each other in every round.
 */
export async function foldLists(
  table: Table,
  partition: string,
  { from }: FoldOptions = {},
): Promise<number> {
  for (let folded = 0; ; ) {
    const count = await retryOnConflict(() => foldPart(table, partition, from), CONFLICT_ROUNDS);
    if (count === 0) return folded;
    folded += count;
  }
}

/** Rounds against other folds. Each one that succeeds has shortened the log. */
const CONFLICT_ROUNDS = 8;

/** Folds what one transaction can. @returns the number of entries; 0 when the log is short enough. */
async function foldPart(table: Table, partition: string, from: number | undefined): Promise<number> {
  const { state, entries, left } = await readLog(table, partition);
  // A fold that was interrupted has left them. They are deleted before the state forgets them.
  await removeEntries(table, partition, left);
  const directories = await readDirectories(table, partition);
  const least = from ?? Math.max(FOLDED_FROM, listedIn(directories) / LISTED_PER_ENTRY);
  if (entries.length === 0 || entries.length < least) return 0;
  const plan = await planFold(table, partition, state, directories, entries.slice(0, FOLDED_MAX));
  await table.commit(plan.writes);
  await removeEntries(table, partition, plan.folded);
  // If an interruption leaves these items, nothing refers to them: the number of a segment is used once.
  await table.removeAll(plan.removed);
  return plan.folded.length;
}

function removeEntries(table: Table, partition: string, sortKeys: readonly string[]): Promise<void> {
  return table.removeAll(sortKeys.map((SK) => ({ ...keys.listLog(partition), SK })));
}

type Directories = Record<ListKind, Directory>;

async function readDirectories(table: Table, partition: string): Promise<Directories> {
  const wanted = LIST_KINDS.map((kind) => keys.listDirectory(partition, kind));
  const [model, member, invite] = (await table.getMany<StoredDirectory>(wanted)).map(decodeDirectory);
  return {
    model: model ?? EMPTY_DIRECTORY,
    member: member ?? EMPTY_DIRECTORY,
    invite: invite ?? EMPTY_DIRECTORY,
  };
}

function listedIn(directories: Directories): number {
  return LIST_KINDS.reduce((sum, kind) => sum + lengthOf(directories[kind]), 0);
}

interface FoldPlan {
  writes: Transaction;
  /** The sort keys of the entries. */
  folded: string[];
  /** The items of segments that the fold has emptied. */
  removed: Key[];
}

/**
 * A fold of as many of the first entries as fit one transaction. Entries are in the order of the clocks of the
 * functions that wrote them, which may differ a little, so a part can lack an entry that another one continues. A
 * shorter part ends elsewhere.
 */
async function planFold(
  table: Table,
  partition: string,
  state: LogState,
  directories: Directories,
  entries: readonly LogEntry[],
): Promise<FoldPlan> {
  const isOne = entries.length === 1;
  try {
    const plan = await planPart(table, partition, state, directories, entries);
    if (plan.writes.length <= TRANSACTION_MAX_WRITES) return plan;
    if (isOne) throw new Error(`${entries[0]?.SK} has too many changes for one fold.`);
  } catch (error) {
    if (!(error instanceof TornRead) || isOne) throw error;
  }
  return planFold(table, partition, state, directories, entries.slice(0, Math.floor(entries.length / 2)));
}

async function planPart(
  table: Table,
  partition: string,
  state: LogState,
  directories: Directories,
  entries: readonly LogEntry[],
): Promise<FoldPlan> {
  const version = state.version + 1;
  const writes: Transaction[] = [];
  const versions = { ...state.directories };
  const removed: Key[] = [];
  for (const kind of LIST_KINDS) {
    const changes = changesOf(entries, kind);
    if (changes.length === 0) continue;
    const folded = await foldOne(table, partition, kind, directories[kind], changes, version);
    writes.push(await listWrites(table, partition, kind, folded));
    versions[kind] = version;
    removed.push(...segmentKeys(partition, kind, folded.removed));
  }
  const next: LogState = { version, directories: versions, folded: entries.map(({ SK }) => SK) };
  return { writes: [stateWrite(partition, state, next), ...writes.flat()], folded: next.folded, removed };
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
  const segments = contentBySegment(directory, numbers, items);
  return foldList(directory, (number) => segments.get(number) ?? NO_CONTENT, changes, version);
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
  { directory, stored, teams }: FoldedList,
): Promise<Transaction> {
  const numbers = new Map(directory.teams.map(({ id }, number) => [id, number]));
  const teamKeys = [...teams.keys()].map((teamId) => keys.listTeam(partition, kind, teamId));
  const storedCounts = await table.getMany<StoredTeamCounts>(teamKeys);
  const teamWrites = [...teams].map(([teamId, changed], place) => {
    const bySegment = new Map(decodeTeamCounts(storedCounts[place]).bySegment);
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
    ...teamWrites,
  ];
}

function segmentWrites(
  partition: string,
  kind: ListKind,
  segment: Segment,
  positions: boolean,
  teams: ReadonlyMap<string, number>,
): Transaction {
  const { number, slots } = segment;
  const numberOf = (teamId: string) => {
    const number = teams.get(teamId);
    if (number === undefined) throw new Error(`The team ${teamId} is missing in the directory.`);
    return number;
  };
  const filterKeys = { bytes: encodeKeys(segment, numberOf) };
  return [
    ...(positions
      ? [
          put({
            ...keys.listPositions(partition, kind, number),
            bytes: encodePositions(slots),
            links: encodeLinks(slots),
          }),
        ]
      : []),
    put({ ...keys.listFilterKeys(partition, kind, number), ...filterKeys }),
  ];
}

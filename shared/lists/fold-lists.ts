import { attributeAbsent, equals } from '../table/condition.ts';
import { ConcurrencyConflict, retryOnConflict } from '../table/conflict.ts';
import { keys, LIST_KINDS, type ListKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { put, remove, TRANSACTION_MAX_WRITES, type Transaction, type Write } from '../table/transaction.ts';
import { type ListChange, TornRead } from './change.ts';
import { type FoldedSegment, foldSegment } from './fold.ts';
import { EMPTY_SEGMENT, encodePositions, encodeSegment, placeOf, type Segment } from './segment.ts';
import {
  changesOf,
  type FoldedList,
  type LogState,
  listStateOf,
  readList,
  readLog,
  readSlots,
} from './store.ts';
import type { LogEntry } from './writes.ts';

/** Entries that the log has before it is folded at least; a long list waits for more, since its changes are in more segments. */
const FOLDED_FROM = 64;
const SEGMENTS_PER_ENTRY = 4;
/** Entries that one transaction folds at most: the state of the log names them until they are deleted. */
const FOLDED_MAX = 250;

export interface FoldOptions {
  /** Entries that the log has at least. Default: what pays for the segments that a fold rewrites. */
  from?: number;
}

/**
 * Folds the log of list changes of an organization into segments, until it is short. Safe to run at any time and at
 * several places: a fold that another one has overtaken changes nothing and starts over.
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
  const segments = LIST_KINDS.reduce((sum, kind) => sum + (state.lists[kind]?.segments ?? 0), 0);
  const least = from ?? Math.max(FOLDED_FROM, segments / SEGMENTS_PER_ENTRY);
  if (entries.length === 0 || entries.length < least) return 0;
  const { writes, folded } = await planFold(table, partition, state, entries.slice(0, FOLDED_MAX));
  await table.commit(writes);
  await removeEntries(table, partition, folded);
  return folded.length;
}

function removeEntries(table: Table, partition: string, sortKeys: readonly string[]): Promise<void> {
  return table.removeAll(sortKeys.map((SK) => ({ ...keys.listLog(partition), SK })));
}

interface FoldPlan {
  writes: Transaction;
  /** The sort keys of the entries. */
  folded: string[];
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
  entries: readonly LogEntry[],
): Promise<FoldPlan> {
  const isOne = entries.length === 1;
  try {
    const plan = await planPart(table, partition, state, entries);
    if (plan.writes.length <= TRANSACTION_MAX_WRITES) return plan;
    if (isOne) throw new Error(`${entries[0]?.SK} has too many changes for one fold.`);
  } catch (error) {
    if (!(error instanceof TornRead) || isOne) throw error;
  }
  return planFold(table, partition, state, entries.slice(0, Math.floor(entries.length / 2)));
}

async function planPart(
  table: Table,
  partition: string,
  state: LogState,
  entries: readonly LogEntry[],
): Promise<FoldPlan> {
  const next = {
    version: state.version + 1,
    lists: { ...state.lists },
    folded: entries.map(({ SK }) => SK),
  };
  const writes: Write[] = [];
  for (const kind of LIST_KINDS) {
    const changes = changesOf(entries, kind);
    if (changes.length === 0) continue;
    const list = await readList(table, partition, kind, state);
    const folded = await foldList(table, partition, kind, list, changes, next.version);
    writes.push(...folded.writes);
    next.lists[kind] = listStateOf(folded.segments);
  }
  return { writes: [stateWrite(partition, state, next), ...writes], folded: next.folded };
}

/** The state after a fold, unless another fold was faster. */
function stateWrite(partition: string, former: LogState, next: LogState): Write {
  const condition = former.version === 0 ? attributeAbsent('version') : equals('version', former.version);
  const onConditionFailed = () => new ConcurrencyConflict('Another fold was faster.');
  return put({ ...keys.listLog(partition), ...next }, { condition, onConditionFailed });
}

async function foldList(
  table: Table,
  partition: string,
  kind: ListKind,
  list: FoldedList,
  changes: readonly ListChange[],
  version: number,
): Promise<{ segments: Segment[]; writes: Transaction }> {
  const former = list.segments.length === 0 ? [EMPTY_SEGMENT] : list.segments;
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(former, position));
  const touched = former.filter((_, place) => byPlace.has(place));
  const slotsOf = await readSlots(table, partition, kind, touched, true);
  const teams = [...new Set([...list.teams, ...changes.flatMap(({ to }) => to?.teamId ?? [])])];
  const segments: Segment[] = [];
  const writes: Write[] = [];
  if (teams.length > list.teams.length) writes.push(put({ ...keys.listTeams(partition, kind), teams }));
  for (const [place, segment] of former.entries()) {
    const here = byPlace.get(place);
    if (!here) {
      segments.push(segment);
      continue;
    }
    const isLast = place === former.length - 1;
    const pieces = foldSegment(segment, slotsOf(segment), here, { version, isLast });
    segments.push(...pieces.map((piece) => piece.segment));
    writes.push(...pieces.flatMap((piece) => segmentWrites(partition, kind, piece, teams)));
    const isKept = pieces.some((piece) => piece.segment.first === segment.first);
    if (!isKept && segment.version > 0) {
      writes.push(
        remove(keys.listSegment(partition, kind, segment.first)),
        remove(keys.listPositions(partition, kind, segment.first)),
      );
    }
  }
  return { segments, writes };
}

function segmentWrites(
  partition: string,
  kind: ListKind,
  { segment, slots }: FoldedSegment,
  teams: readonly string[],
): Transaction {
  const { first, version } = segment;
  const write = put({ ...keys.listSegment(partition, kind, first), ...encodeSegment(segment, teams) });
  if (!slots) return [write];
  return [write, put({ ...keys.listPositions(partition, kind, first), ...encodePositions(slots, version) })];
}

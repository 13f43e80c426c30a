import { retryOnConflict } from '../table/conflict.ts';
import { keys } from '../table/keys.ts';
import type { PageRequest } from '../table/list.ts';
import { type ListChange, type ListFilter, matches, TornRead } from './change.ts';
import { entriesOf, placeOf, type Segment, type Slot } from './segment.ts';
import { type ListIndex, type LogState, readIndex, readSlots, type StoredList } from './store.ts';

/** The entries of a page that are in one segment. */
export interface PageRun {
  /** Newest first. */
  positions: string[];
  links: string[];
  /** The entries from the first to the last of them, also those that the filter leaves out. */
  span: number;
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
 * Reads the positions of one page of a list, newest first, and the exact total, in two round trips: the filter keys with
 * the changes since the last fold, and then the positions of the segments that hold the page. The second one also reads the
 * version of the log again, since a fold in between deletes entries of the log. Segments tell their versions, so the first
 * try may read them where they lag behind, at half the price.
 * @param shortMax for a list of up to so many entries only `length` is found
 * @param index the index, if it was read for another page
 * @throws TornRead when the log was folded during every try.
 */
export function readListPage(
  list: StoredList,
  filter: ListFilter,
  request: PageRequest,
  { shortMax = -1, index }: { shortMax?: number; index?: Promise<ListIndex> | undefined } = {},
): Promise<ListedPage> {
  let tries = 0;
  return retryOnConflict(async () => {
    const consistent = tries++ > 0;
    const read = (!consistent && index) || readIndex(list, consistent);
    const { version, segments, changes, length } = await read;
    if (length <= shortMax) return { total: 0, runs: [], length };
    const plan = planPage(segments, changes, filter, request);
    const planned = plan.flatMap(({ segment, isRead }) => (isRead ? [segment] : []));
    const [[current], slotsOf] = await Promise.all([
      list.table.getMany<LogState>([keys.listLog(list.partition)]),
      readSlots(list, planned, consistent),
    ]);
    if ((current?.version ?? 0) !== version) throw new TornRead('A fold came between two reads of a list.');
    return { ...positionsOf(plan, slotsOf, filter, request), length };
  }, TRIES);
}

interface PlannedSegment {
  segment: Segment;
  changes: readonly ListChange[];
  /** The matching entries, with the changes. They differ where it takes the positions to know which entries have expired. */
  least: number;
  most: number;
  /** Whether the page or the total needs its positions. */
  isRead: boolean;
}

/**
 * Counts the entries of each segment, newest first, by the filter keys and the changes that are not folded yet, and finds
 * the segments that hold the page.
 * @throws TornRead when the changes cannot belong to these segments.
 */
function planPage(
  segments: readonly Segment[],
  changes: readonly ListChange[],
  filter: ListFilter,
  { limit, offset }: PageRequest,
): PlannedSegment[] {
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(segments, position));
  const before = { least: 0, most: 0 };
  return [...segments.entries()].reverse().map(([place, segment]) => {
    const here = byPlace.get(place) ?? [];
    const added = here.reduce((sum, change) => sum + difference(change, filter), 0);
    const folded = foldedCounts(segments, place, filter);
    const [least, most] = [Math.min(...folded) + added, Math.max(...folded) + added];
    if (most < 0) throw new TornRead('A segment has more changes than entries.');
    const isOnPage = most > 0 && before.most + most > offset && before.least < offset + limit;
    before.least += least;
    before.most += most;
    return { segment, changes: here, least, most, isRead: isOnPage || least < most };
  });
}

/** The folded entries of a segment that match, if all have the age of the oldest, and if all have that of the newest. */
function foldedCounts(segments: readonly Segment[], place: number, filter: ListFilter): number[] {
  const { keys = [], first = '' } = segments[place] ?? {};
  // The first segment also holds positions before its own.
  const oldest = place === 0 ? '' : first;
  const newest = segments[place + 1]?.first ?? '~';
  const ages = filter.expiry ? [oldest, newest] : [oldest];
  return ages.map((position) => keys.filter((key) => matches(filter, position, key)).length);
}

function difference({ position, from, to }: ListChange, filter: ListFilter): number {
  return Number(matches(filter, position, to)) - Number(matches(filter, position, from));
}

/**
 * The positions of a planned page, newest first, and the exact total.
 * @throws TornRead when the segments do not hold what the plan has counted.
 */
function positionsOf(
  plan: readonly PlannedSegment[],
  slotsOf: (segment: Segment) => readonly Slot[],
  filter: ListFilter,
  { limit, offset }: PageRequest,
): { total: number; runs: PageRun[] } {
  const runs: PageRun[] = [];
  let total = 0;
  for (const { segment, changes, least, most, isRead } of plan) {
    if (!isRead) {
      total += least;
      continue;
    }
    const entries = entriesOf(segment, slotsOf(segment), changes).reverse();
    const matching = [...entries.entries()].filter(([, { position, key }]) => matches(filter, position, key));
    if (matching.length < least || matching.length > most)
      throw new TornRead('A segment and its changes differ.');
    const onPage = matching.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total));
    total += matching.length;
    if (onPage.length === 0) continue;
    const places = onPage.map(([place]) => place);
    runs.push({
      positions: onPage.map(([, { position }]) => position),
      links: onPage.flatMap(([, { link }]) => link ?? []),
      span: Math.max(...places) - Math.min(...places) + 1,
    });
  }
  return { total, runs };
}

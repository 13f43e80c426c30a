import type { PageRequest } from '../table/list.ts';
import {
  type Expiry,
  type FilterKey,
  type ListChange,
  type ListFilter,
  matches,
  matchesAt,
  TornRead,
} from './change.ts';
import { withChanges } from './fold.ts';
import { entriesOf, placeOf, type Segment, type Slot } from './segment.ts';

/** The segments that hold a page. */
export interface PagePlan {
  /** The least total: one segment may have more, see {@link PlannedSegment.count}. */
  total: number;
  /** Newest first. */
  segments: PlannedSegment[];
}

interface PlannedSegment {
  segment: Segment;
  /** The matching entries of newer segments, at least. */
  before: number;
  /** The matching entries, with the changes. */
  count: number;
  /**
   * The entries that match as well if they have expired, or only if they have not. Their segment is always read: it is
   * the one at the border of what has expired.
   */
  uncertain: number;
  changes: readonly ListChange[];
}

/**
 * Finds a page, newest first, by the filter keys of all segments and the changes that are not folded yet.
 * @throws TornRead when the changes cannot belong to these segments.
 */
export function planPage(
  segments: readonly Segment[],
  changes: readonly ListChange[],
  filter: ListFilter,
  { limit, offset }: PageRequest,
): PagePlan {
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(segments, position));
  const plan: PagePlan = { total: 0, segments: [] };
  let most = 0;
  for (const [place, segment] of [...segments.entries()].reverse()) {
    const here = byPlace.get(place) ?? [];
    const folded = countOf(segment, filter, sideOf(segments, place, filter));
    const count = folded.least + here.reduce((sum, change) => sum + difference(change, filter), 0);
    const uncertain = folded.most - folded.least;
    if (count + uncertain < 0) throw new TornRead('A segment has more changes than entries.');
    const isOnPage = most + count + uncertain > offset && plan.total < offset + limit;
    if (uncertain > 0 || (count > 0 && isOnPage)) {
      plan.segments.push({ segment, before: plan.total, count, uncertain, changes: here });
    }
    plan.total += count;
    most += count + uncertain;
  }
  return plan;
}

type Side = 'expired' | 'border' | 'current';

/** The side of the expiry on which a segment is. */
function sideOf(segments: readonly Segment[], place: number, { expiry }: ListFilter): Side {
  if (!expiry) return 'current';
  const [here, next] = [segments[place], segments[place + 1]];
  if (next && next.first <= expiry.before) return 'expired';
  // The first segment also holds positions before its own.
  return place > 0 && here && here.first >= expiry.before ? 'current' : 'border';
}

/** The folded entries of a segment that match: at least, and at most. */
function countOf({ keys }: Segment, filter: ListFilter, side: Side): { least: number; most: number } {
  const { expiry } = filter;
  const current = keys.filter((key) => matches(filter, key)).length;
  if (!expiry) return { least: current, most: current };
  const expired = keys.filter((key) => key && matches(filter, whenExpired(key, expiry))).length;
  if (side === 'current') return { least: current, most: current };
  if (side === 'expired') return { least: expired, most: expired };
  return { least: Math.min(current, expired), most: Math.max(current, expired) };
}

function whenExpired(key: FilterKey, { from, to }: Expiry): FilterKey {
  return key.class === from ? { ...key, class: to } : key;
}

function difference({ position, from, to }: ListChange, filter: ListFilter): number {
  return Number(matchesAt(filter, position, to)) - Number(matchesAt(filter, position, from));
}

/** The entries of a page that are in one segment. */
export interface PageRun {
  /** Newest first. */
  positions: string[];
  links: string[];
  /** The entries from the first to the last of them, also those that the filter leaves out. */
  span: number;
}

/**
 * The positions of a planned page, newest first, and the exact total.
 * @throws TornRead when the segments do not hold what the plan has counted.
 */
export function positionsOf(
  plan: PagePlan,
  slotsOf: (segment: Segment) => readonly Slot[],
  filter: ListFilter,
  { limit, offset }: PageRequest,
): { total: number; runs: PageRun[] } {
  const runs: PageRun[] = [];
  let more = 0;
  for (const { segment, before, count, uncertain, changes } of plan.segments) {
    const entries = withChanges(entriesOf(segment, slotsOf(segment)), changes).reverse();
    const matching = [...entries.entries()].filter(([, { position, key }]) =>
      matchesAt(filter, position, key),
    );
    const beyond = matching.length - count;
    if (beyond < 0 || beyond > uncertain) throw new TornRead('A segment and its changes differ.');
    const start = before + more;
    const onPage = matching.slice(Math.max(0, offset - start), Math.max(0, offset + limit - start));
    more += beyond;
    if (onPage.length === 0) continue;
    const places = onPage.map(([place]) => place);
    runs.push({
      positions: onPage.map(([, { position }]) => position),
      links: onPage.flatMap(([, { link }]) => link ?? []),
      span: Math.max(...places) - Math.min(...places) + 1,
    });
  }
  return { total: plan.total + more, runs };
}

import { type ListChange, type ListFilter, matches, TornRead } from './change.ts';
import { type Directory, placeOf, type TeamCounts } from './directory.ts';
import { withChanges } from './fold.ts';
import type { Counts, Entry } from './segment.ts';

/** The segments that hold a page, and the exact total. */
export interface PagePlan {
  total: number;
  /** Newest first. */
  segments: PlannedSegment[];
  /** Matching entries of the planned segments that come before the page. */
  skip: number;
}

interface PlannedSegment {
  number: number;
  /** The matching entries, with the changes. */
  count: number;
  changes: readonly ListChange[];
}

/**
 * Finds a page, newest first, by the counts of segments and the changes that are not folded yet.
 * @param team the counts of the team that the filter names
 * @throws TornRead when the changes cannot belong to these counts.
 */
export function planPage(
  directory: Directory,
  team: TeamCounts | undefined,
  changes: readonly ListChange[],
  filter: ListFilter,
  { limit, offset }: { limit: number; offset: number },
): PagePlan {
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(directory, position));
  const plan: PagePlan = { total: 0, segments: [], skip: 0 };
  for (const [place, { number, counts }] of [...directory.segments.entries()].reverse()) {
    const here = byPlace.get(place) ?? [];
    const folded = countOf(team ? team.bySegment.get(number) : counts, filter);
    const count = folded + here.reduce((sum, change) => sum + difference(change, filter), 0);
    if (count < 0) throw new TornRead('A segment has more changes than entries.');
    const [first, last] = [plan.total, plan.total + count];
    if (count > 0 && last > offset && first < offset + limit) {
      if (plan.segments.length === 0) plan.skip = offset - first;
      plan.segments.push({ number, count, changes: here });
    }
    plan.total = last;
  }
  return plan;
}

function countOf(counts: Counts | undefined, { classes }: ListFilter): number {
  if (!counts) return 0;
  return counts.reduce((sum, count, each) => sum + (classes?.has(each) === false ? 0 : count), 0);
}

function difference({ from, to }: ListChange, filter: ListFilter): number {
  return Number(matches(filter, to)) - Number(matches(filter, from));
}

/** The entries of a page that are in one segment. */
export interface PageRun {
  /** Newest first. */
  positions: string[];
  /** The entries from the first to the last of them, also those that the filter leaves out. */
  span: number;
}

/**
 * The positions of a planned page, newest first.
 * @throws TornRead when the segments do not hold what the plan has counted.
 */
export function positionsOf(
  plan: PagePlan,
  entriesOf: (segment: number) => readonly Entry[],
  filter: ListFilter,
  limit: number,
): PageRun[] {
  const runs: PageRun[] = [];
  let [skip, left] = [plan.skip, limit];
  for (const { number, count, changes } of plan.segments) {
    const entries = withChanges(entriesOf(number), changes).reverse();
    const matching = [...entries.keys()].filter((place) => matches(filter, entries[place]?.key));
    if (matching.length !== count) throw new TornRead('A segment and its counts differ.');
    const places = matching.slice(skip, skip + left);
    runs.push({
      positions: places.flatMap((place) => entries[place]?.position ?? []),
      span: (places.at(-1) ?? 0) - (places[0] ?? 0) + 1,
    });
    [skip, left] = [0, left - places.length];
  }
  return runs;
}

import { keyAfter, type ListChange, TornRead } from './change.ts';
import { type Directory, placeOf, type SegmentEntry, type TeamEntry } from './directory.ts';
import {
  type Counts,
  countsOf,
  type Entry,
  SEGMENT_MAX,
  type Segment,
  type SegmentContent,
  type Slot,
} from './segment.ts';

/** A list after a fold, with what the fold has changed. */
export interface FoldedList {
  directory: Directory;
  /** The segments to store; `positions` tells whether those or links have changed beside the filter keys. */
  stored: { segment: Segment; positions: boolean }[];
  /** The numbers of the segments to remove. */
  removed: number[];
  /** The new counts of teams by segment; undefined where a team has no entry any more. */
  teams: ReadonlyMap<string, ReadonlyMap<number, Counts | undefined>>;
}

/** The numbers of the segments that changes belong to. */
export function touchedSegments(directory: Directory, changes: readonly ListChange[]): number[] {
  const places = new Set(changes.map(({ position }) => placeOf(directory, position)));
  return [...places].flatMap((place) => directory.segments[place]?.number ?? []);
}

/**
 * Merges changes into the segments of a list.
 * @param contentOf the content of a touched segment
 * @param version the version of the log after this fold
 * @throws TornRead when the changes of an entry do not continue its folded state.
 */
export function foldList(
  directory: Directory,
  contentOf: (segment: number) => SegmentContent,
  changes: readonly ListChange[],
  version: number,
): FoldedList {
  const byPlace = Map.groupBy(changes, ({ position }) => placeOf(directory, position));
  const segments: SegmentEntry[] = [];
  const stored: FoldedList['stored'] = [];
  const removed: number[] = [];
  const teams: TeamChanges = new Map();
  let { next } = directory;
  for (const [place, former] of directory.segments.entries()) {
    const here = byPlace.get(place);
    if (!here) {
      segments.push(former);
      continue;
    }
    const { entries: before, slots: formerSlots } = contentOf(former.number);
    const after = withChanges(before, here);
    const [kept = [], ...split] = piecesOf(after, place === directory.segments.length - 1);
    const pieces = split.map((entries) => ({ number: next++, entries, slots: entries }));
    noteTeams(teams, former.number, before, kept);
    for (const { number, entries } of pieces) noteTeams(teams, number, [], entries);
    if (kept.length === 0 && directory.segments.length > 1) {
      removed.push(former.number);
      continue;
    }
    segments.push(
      { ...former, counts: countsOf(kept) },
      ...pieces.map(({ number, entries }) => ({
        number,
        first: entries[0]?.position ?? '',
        counts: countsOf(entries),
      })),
    );
    const slots = slotsFor(formerSlots, kept);
    stored.push(
      { segment: { number: former.number, entries: kept, slots }, positions: slots !== formerSlots },
      ...pieces.map((segment) => ({ segment, positions: true })),
    );
  }
  const [first] = segments;
  // One segment stays, also when a fold empties all of them.
  if (!first) throw new TornRead('The segments of a list were emptied at once.');
  return {
    directory: { version, segments, teams: teamEntries(directory.teams, teams, version), next },
    stored,
    removed,
    teams,
  };
}

/** Entries with their changes, in ascending order. */
export function withChanges(entries: readonly Entry[], changes: readonly ListChange[]): Entry[] {
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]));
  for (const [position, ofEntry] of Map.groupBy(changes, (change) => change.position)) {
    const former = byPosition.get(position);
    const key = keyAfter(former?.key, ofEntry);
    const link = ofEntry.find((change) => change.link !== undefined)?.link ?? former?.link;
    if (key) byPosition.set(position, { position, key, ...(link !== undefined && { link }) });
    else byPosition.delete(position);
  }
  return [...byPosition.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** Full pieces at the end of a list, where entries are added, and equal ones elsewhere. */
function piecesOf(entries: readonly Entry[], isLast: boolean): Entry[][] {
  const pieces = Math.ceil(entries.length / SEGMENT_MAX);
  const length = isLast ? SEGMENT_MAX : Math.ceil(entries.length / pieces);
  return Array.from({ length: pieces }, (_, piece) => entries.slice(piece * length, (piece + 1) * length));
}

/** The stored slots while they have a place for each entry and at most half of them are free; else new ones. */
function slotsFor(former: readonly Slot[], entries: readonly Entry[]): readonly Slot[] {
  if (former.length > 2 * entries.length) return entries;
  const links = new Map(former.map(({ position, link }) => [position, link]));
  const fit = entries.every(({ position, link }) => links.has(position) && links.get(position) === link);
  return fit ? former : entries;
}

type TeamChanges = Map<string, Map<number, Counts | undefined>>;

/** Notes the counts of each team that a fold has changed in a segment. */
function noteTeams(
  teams: TeamChanges,
  segment: number,
  before: readonly Entry[],
  after: readonly Entry[],
): void {
  const [former, current] = [countsByTeam(before), countsByTeam(after)];
  for (const teamId of new Set([...former.keys(), ...current.keys()])) {
    if (former.get(teamId)?.join() === current.get(teamId)?.join()) continue;
    const bySegment = teams.get(teamId) ?? new Map<number, Counts | undefined>();
    bySegment.set(segment, current.get(teamId));
    teams.set(teamId, bySegment);
  }
}

function countsByTeam(entries: readonly Entry[]): Map<string, Counts> {
  const byTeam = Map.groupBy(entries, ({ key }) => key.teamId);
  return new Map(
    [...byTeam].flatMap(([teamId, ofTeam]) => (teamId === undefined ? [] : [[teamId, countsOf(ofTeam)]])),
  );
}

function teamEntries(former: readonly TeamEntry[], changed: TeamChanges, version: number): TeamEntry[] {
  const known = new Set(former.map(({ id }) => id));
  const added = [...changed.keys()].filter((id) => !known.has(id)).map((id) => ({ id, version }));
  return [...former.map((team) => (changed.has(team.id) ? { id: team.id, version } : team)), ...added];
}

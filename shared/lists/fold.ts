import { keyAfter, type ListChange } from './change.ts';
import { type Entry, entriesOf, SEGMENT_MAX, type Segment, type Slot } from './segment.ts';

/** A segment as a fold stores it. */
export interface FoldedSegment {
  segment: Segment;
  /** Its positions, where they or links have changed. */
  slots?: readonly Slot[];
}

/**
 * Merges changes into a segment. It becomes several when it is too long, and none when it is empty.
 * @param changes those of the segment's positions
 * @param version the version of the log after this fold
 * @throws TornRead when the changes of an entry do not continue its folded state.
 */
export function foldSegment(
  former: Segment,
  slots: readonly Slot[],
  changes: readonly ListChange[],
  { version, isLast }: { version: number; isLast: boolean },
): FoldedSegment[] {
  const entries = withChanges(entriesOf(former, slots), changes);
  return piecesOf(entries, isLast).map((piece, number) => {
    const start = piece[0]?.position ?? '';
    // Entries before the first segment come into it.
    const first = number === 0 && former.first < start ? former.first : start;
    const kept = number === 0 && first === former.first ? slotsFor(slots, piece) : piece;
    const keyOf = new Map(piece.map(({ position, key }) => [position, key]));
    const keys = kept.map(({ position }) => keyOf.get(position));
    if (kept === slots) return { segment: { ...former, version, keys } };
    return { segment: { first, version, positionsVersion: version, keys }, slots: kept };
  });
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

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ULID_LENGTH } from '../platform/id.ts';
import { applyChanges, type FilterKey, type ListChange, TornRead } from './change.ts';

/**
 * A stretch of a list in ascending order, in two items. The filter keys of all segments are read for each page, and change
 * often. The positions are twenty times as large, and are read for the entries of a page only.
 */
export interface Segment {
  /**
   * The segment holds positions from this one to the first of the next segment, the first segment also all before. It
   * names the segment.
   */
  first: string;
  /** The versions of the log at the folds that have stored the filter keys, and the positions that they belong to. */
  version: number;
  positionsVersion: number;
  /** By slot: the slot of a removed entry stays, so that a removal writes no positions. */
  keys: readonly (FilterKey | undefined)[];
}

/** The place of an entry among the stored positions of its segment. */
export interface Slot {
  position: string;
  link?: string | undefined;
}

export interface Entry extends Slot {
  key: FilterKey;
}

/** Entries of a segment at most: their positions fit one read unit. */
export const SEGMENT_MAX = 250;

/** The first segment of a list that has none. It is not stored. */
export const EMPTY_SEGMENT: Segment = {
  first: '0'.repeat(ULID_LENGTH),
  version: 0,
  positionsVersion: 0,
  keys: [],
};

/** The place of the segment that holds a position. */
export function placeOf(segments: readonly Segment[], position: string): number {
  const place = segments.findLastIndex(({ first }) => first <= position);
  return Math.max(place, 0);
}

/** The entries of a segment with their changes, in ascending order. @throws TornRead when a change is missing. */
export function entriesOf(
  { keys }: Segment,
  slots: readonly Slot[],
  changes: readonly ListChange[],
): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [place, slot] of slots.entries()) {
    const key = keys[place];
    if (key) entries.set(slot.position, { ...slot, key });
  }
  for (const [position, ofEntry] of Map.groupBy(changes, (change) => change.position)) {
    const former = entries.get(position);
    const key = applyChanges(former?.key, ofEntry);
    const link = ofEntry.find((change) => change.link !== undefined)?.link ?? former?.link;
    if (key) entries.set(position, { position, key, link });
    else entries.delete(position);
  }
  return [...entries.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** The positions of a segment as they are stored, with the links of entries that have one. */
export interface StoredPositions {
  version: number;
  bytes: Uint8Array;
}

export function encodePositions(slots: readonly Slot[], version: number): StoredPositions {
  const texts = slots.map(({ position, link }) => (link === undefined ? position : `${position} ${link}`));
  return { version, bytes: compressed(texts) };
}

/** @throws TornRead when they are not those that the filter keys belong to. */
export function decodePositions({ positionsVersion }: Segment, stored: StoredPositions | undefined): Slot[] {
  if (stored?.version !== positionsVersion) {
    throw new TornRead('Filter keys and positions of a segment are of different folds.');
  }
  return uncompressed(stored.bytes).map((text) => {
    const [position = '', link] = text.split(' ');
    return { position, link };
  });
}

/** The filter keys of a segment as they are stored: for each slot the class, and the number of the team. */
export interface StoredSegment extends StoredPositions {
  positionsVersion: number;
}

/** @param teams the ids of teams by their numbers */
export function encodeSegment(
  { version, positionsVersion, keys }: Segment,
  teams: readonly string[],
): StoredSegment {
  const numbers = new Map(teams.map((id, number) => [id, number]));
  const texts = keys.map((key) => {
    if (key?.teamId === undefined) return `${key?.class ?? ''}`;
    return `${key.class} ${numbers.get(key.teamId)}`;
  });
  return { version, positionsVersion, bytes: compressed(texts) };
}

/** @throws TornRead for the number of a team that was added since the teams were read. */
export function decodeSegment(first: string, stored: StoredSegment, teams: readonly string[]): Segment {
  const { version, positionsVersion, bytes } = stored;
  // A list has few different keys, which its many entries share.
  const known = new Map<string, FilterKey | undefined>([['', undefined]]);
  const keys = uncompressed(bytes).map((text) => {
    if (!known.has(text)) known.set(text, decodeKey(text, teams));
    return known.get(text);
  });
  return { first, version, positionsVersion, keys };
}

function decodeKey(text: string, teams: readonly string[]): FilterKey {
  const [entryClass, team] = text.split(' ');
  if (team === undefined) return { class: Number(entryClass) };
  const teamId = teams[Number(team)];
  if (teamId === undefined) throw new TornRead('A segment has a team that the list does not know yet.');
  return { class: Number(entryClass), teamId };
}

function compressed(lines: readonly string[]): Uint8Array {
  return deflateRawSync(lines.join('\n'));
}

function uncompressed(bytes: Uint8Array): string[] {
  return inflateRawSync(bytes).toString().split('\n');
}

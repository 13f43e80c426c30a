import { CLASSES, POSITION_LENGTH } from './change.ts';
import { type Counts, noCounts, POSITION_BYTES, positionBytes, positionText } from './segment.ts';

/** The segments of a list in ascending order, with their counts. */
export interface Directory {
  /** The version of the log at the last fold that has changed this list. */
  version: number;
  /** The segments, at least one. */
  segments: readonly SegmentEntry[];
  /** The teams of entries, by the numbers that segments store. */
  teams: readonly TeamEntry[];
  /** The number of the next segment. */
  next: number;
}

export interface SegmentEntry {
  number: number;
  /** The segment holds positions from this one to the first of the next segment; the first one also all before. */
  first: string;
  counts: Counts;
}

export interface TeamEntry {
  id: string;
  /** The version of the log at the last fold that has changed the team's counts. */
  version: number;
}

/** The counts of a team's entries in each segment that has any, by the segment's number. */
export interface TeamCounts {
  version: number;
  bySegment: ReadonlyMap<number, Counts>;
}

/** A list without entries has one segment, so that every position belongs to one. */
export const EMPTY_DIRECTORY: Directory = {
  version: 0,
  segments: [{ number: 0, first: '0'.repeat(POSITION_LENGTH), counts: noCounts() }],
  teams: [],
  next: 1,
};

/** The place of the segment that holds a position. */
export function placeOf({ segments }: Directory, position: string): number {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.first ?? '') <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The number of the entries that are folded. */
export function lengthOf({ segments }: Directory): number {
  return segments.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0);
}

const NUMBER_BYTES = 2;
const ROW_BYTES = NUMBER_BYTES + CLASSES;
const SEGMENT_BYTES = ROW_BYTES + POSITION_BYTES;

function rowBytes(number: number, counts: Counts): Buffer {
  const row = Buffer.alloc(ROW_BYTES);
  row.writeUInt16BE(number);
  for (const [each, count] of counts.entries()) row.writeUInt8(count, NUMBER_BYTES + each);
  return row;
}

function rowOf(bytes: Buffer): { number: number; counts: Counts } {
  const counts = noCounts().map((_, each) => bytes.readUInt8(NUMBER_BYTES + each));
  return { number: bytes.readUInt16BE(), counts };
}

function rows(bytes: Uint8Array, length: number): Buffer[] {
  const whole = Buffer.from(bytes);
  return Array.from({ length: whole.length / length }, (_, place) =>
    whole.subarray(place * length, (place + 1) * length),
  );
}

/** A directory as it is stored. */
export interface StoredDirectory {
  version: number;
  segments: Uint8Array;
  teams: string[];
  teamVersions: number[];
  next: number;
}

export function encodeDirectory({ version, segments, teams, next }: Directory): StoredDirectory {
  return {
    version,
    segments: Buffer.concat(
      segments.flatMap(({ number, first, counts }) => [rowBytes(number, counts), positionBytes(first)]),
    ),
    teams: teams.map(({ id }) => id),
    teamVersions: teams.map((team) => team.version),
    next,
  };
}

export function decodeDirectory(stored: StoredDirectory | undefined): Directory {
  if (!stored) return EMPTY_DIRECTORY;
  return {
    version: stored.version,
    segments: rows(stored.segments, SEGMENT_BYTES).map((row) => ({
      ...rowOf(row),
      first: positionText(row.subarray(ROW_BYTES)),
    })),
    teams: stored.teams.map((id, number) => ({ id, version: stored.teamVersions[number] ?? 0 })),
    next: stored.next,
  };
}

/** The counts of a team as they are stored. */
export interface StoredTeamCounts {
  version: number;
  counts: Uint8Array;
}

export function encodeTeamCounts({ version, bySegment }: TeamCounts): StoredTeamCounts {
  const found = [...bySegment].sort(([one], [other]) => one - other);
  return { version, counts: Buffer.concat(found.map(([number, counts]) => rowBytes(number, counts))) };
}

export function decodeTeamCounts(stored: StoredTeamCounts | undefined): TeamCounts {
  const found = stored ? rows(stored.counts, ROW_BYTES).map(rowOf) : [];
  return {
    version: stored?.version ?? 0,
    bySegment: new Map(found.map(({ number, counts }) => [number, counts])),
  };
}

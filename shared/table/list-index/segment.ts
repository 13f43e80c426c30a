import { CLASSES, type FilterKey, POSITION_LENGTH } from './change.ts';

/** A stretch of a list in ascending order, in two items: positions, which rarely change, and filter keys, which do. */
export interface Segment extends SegmentContent {
  number: number;
}

export interface SegmentContent {
  entries: readonly Entry[];
  /**
   * The places of its stored positions, in ascending order. The slot of a removed entry stays, so that a removal writes
   * the filter keys only: the positions are five times as large.
   */
  slots: readonly Slot[];
}

export const NO_CONTENT: SegmentContent = { entries: [], slots: [] };

export interface Slot {
  position: string;
  link?: string | undefined;
}

export interface Entry {
  position: string;
  key: FilterKey;
  link?: string | undefined;
}

/** Entries of a segment at most: a count of them fits a byte, and their positions fit one read unit. */
export const SEGMENT_MAX = 250;

/** The number of entries of each class. */
export type Counts = number[];

export function noCounts(): Counts {
  return Array<number>(CLASSES).fill(0);
}

export function countsOf(entries: readonly Entry[]): Counts {
  const counts = noCounts();
  for (const { key } of entries) counts[key.class] = (counts[key.class] ?? 0) + 1;
  return counts;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTER_BITS = 5;
const BYTE_BITS = 8;
export const POSITION_BYTES = 16;
/** The 26 letters of a ULID have two bits more than its 16 bytes. */
const UNUSED_BITS = POSITION_LENGTH * LETTER_BITS - POSITION_BYTES * BYTE_BITS;

/** A ULID as its 16 bytes, which sort like its text. @throws Error for any other text. */
export function positionBytes(position: string): Buffer {
  const values = [...position].map((letter) => ALPHABET.indexOf(letter));
  const first = values[0] ?? 0;
  if (values.length !== POSITION_LENGTH || values.includes(-1) || first >> (LETTER_BITS - UNUSED_BITS)) {
    throw new Error(`${position} is not a ULID: only entries whose ids end with a ULID are listed.`);
  }
  return Buffer.from(regrouped(values, LETTER_BITS, BYTE_BITS, -UNUSED_BITS));
}

export function positionText(bytes: Uint8Array): string {
  const values = regrouped(bytes, BYTE_BITS, LETTER_BITS, UNUSED_BITS);
  return values.map((value) => ALPHABET.charAt(value)).join('');
}

/** @param pending the bits that are there before the first value: zeros, or, if negative, bits to leave out */
function regrouped(values: Iterable<number>, from: number, to: number, pending: number): number[] {
  const groups: number[] = [];
  let [rest, bits] = [0, pending];
  for (const value of values) {
    rest = (rest << from) | value;
    bits += from;
    for (; bits >= to; bits -= to) {
      groups.push(rest >> (bits - to));
      rest &= (1 << (bits - to)) - 1;
    }
  }
  return groups;
}

export function encodePositions(slots: readonly Slot[]): Buffer {
  return Buffer.concat(slots.map(({ position }) => positionBytes(position)));
}

const NO_LINK = Buffer.alloc(POSITION_BYTES);

/** The links of entries, beside their positions; undefined where no entry has one. */
export function encodeLinks(slots: readonly Slot[]): Buffer | undefined {
  if (slots.every(({ link }) => link === undefined)) return undefined;
  return Buffer.concat(slots.map(({ link }) => (link === undefined ? NO_LINK : positionBytes(link))));
}

const TEAM_BYTES = 2;
/** Beside the numbers of teams, which count from 0. */
const NO_TEAM = 0xffff;

/** The class of a slot whose entry was removed. */
const NO_ENTRY = 0xff;

/**
 * The filter keys of a segment's slots.
 * @param numberOfTeam the number of a team in its list's directory
 */
export function encodeKeys(
  { entries, slots }: SegmentContent,
  numberOfTeam: (teamId: string) => number,
): Buffer {
  const keys = new Map(entries.map(({ position, key }) => [position, key]));
  const bytes = Buffer.alloc(slots.length * (1 + TEAM_BYTES));
  for (const [place, { position }] of slots.entries()) {
    const key = keys.get(position);
    bytes.writeUInt8(key?.class ?? NO_ENTRY, place);
    const team = key?.teamId === undefined ? NO_TEAM : numberOfTeam(key.teamId);
    bytes.writeUInt16BE(team, slots.length + place * TEAM_BYTES);
  }
  return bytes;
}

/** The positions of a segment as they are stored. */
export interface StoredPositions {
  bytes: Uint8Array;
  links?: Uint8Array;
}

function linkAt(links: Uint8Array | undefined, place: number): { link?: string } {
  const bytes = links?.subarray(place * POSITION_BYTES, (place + 1) * POSITION_BYTES);
  return !bytes || NO_LINK.equals(bytes) ? {} : { link: positionText(bytes) };
}

/** @param teams the ids of teams by their numbers */
export function decodeSegment(
  { bytes: positions, links }: StoredPositions,
  keys: Uint8Array,
  teams: readonly string[],
): SegmentContent {
  const length = positions.length / POSITION_BYTES;
  const bytes = Buffer.from(keys);
  const slots = Array.from({ length }, (_, place) => ({
    position: positionText(positions.subarray(place * POSITION_BYTES, (place + 1) * POSITION_BYTES)),
    ...linkAt(links, place),
  }));
  const entries = slots.flatMap((slot, place) => {
    const entryClass = bytes.readUInt8(place);
    if (entryClass === NO_ENTRY) return [];
    const team = bytes.readUInt16BE(length + place * TEAM_BYTES);
    return [{ ...slot, key: { class: entryClass, ...(team !== NO_TEAM && { teamId: teams[team] }) } }];
  });
  return { entries, slots };
}

import type { Clock } from './clock.ts';
import type { Randomness } from './randomness.ts';

/**
 * Every kind of identifier that the service issues, with the prefix by which people recognise it in a log.
 */
export const ID_PREFIXES = {
  organization: 'org',
  apiKey: 'key',
  user: 'user',
  member: 'mem',
  invite: 'inv',
  reservation: 'rsv',
  team: 'team',
  model: 'mdl',
  upload: 'upl',
  photo: 'pho',
  ledgerEntry: 'led',
  webhook: 'msg',
  timer: 'tmr',
  redelivery: 'rdl',
  trailEntry: 'trl',
  session: 'ses',
  request: 'req',
  erasure: 'ers',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
export const ULID_LENGTH = TIME_LENGTH + RANDOM_LENGTH;

/**
 * A ULID: 48 bits of time, 80 random bits, 26 characters that sort by creation time.
 * See https://github.com/ulid/spec.
 */
export function ulid(clock: Clock, randomness: Randomness): string {
  let tail = '';
  for (const byte of randomness.bytes(RANDOM_LENGTH)) tail += CROCKFORD[byte % 32];
  return ulidTime(clock.now()) + tail;
}

/** The 128 bits of the ULID of an identifier. The first 48 are its time, in milliseconds since the epoch. */
export function bitsOfId(id: string): bigint {
  return fromDigits(id.slice(id.indexOf('_') + 1), CROCKFORD);
}

/** The identifier of a kind whose ULID has these 128 bits. */
export function idOfBits(kind: IdKind, bits: bigint): string {
  return `${ID_PREFIXES[kind]}_${toDigits(bits, CROCKFORD, ULID_LENGTH)}`;
}

/** The start of every ULID that is made at this time, in milliseconds since the epoch. */
export function ulidTime(milliseconds: number): string {
  let time = milliseconds;
  let text = '';
  for (let position = 0; position < TIME_LENGTH; position++) {
    text = CROCKFORD[time % 32] + text;
    time = Math.floor(time / 32);
  }
  return text;
}

/** Issues identifiers such as `mdl_01J9…`. */
export type NewId = (kind: IdKind) => string;

export function idFactory(clock: Clock, randomness: Randomness): NewId {
  return (kind) => `${ID_PREFIXES[kind]}_${ulid(clock, randomness)}`;
}

/** The source of a regular expression for identifiers of a kind, without groups. */
export function idPattern(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_[${CROCKFORD}]{${ULID_LENGTH}}`;
}

/** A number in the digits of an alphabet, the most significant first, with leading zeros up to `length`. */
export function toDigits(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let [left, text] = [value, ''];
  for (; left > 0n; left /= base) text = alphabet.charAt(Number(left % base)) + text;
  return text.padStart(length, alphabet.charAt(0));
}

/** The number that {@link toDigits} has written. @throws RangeError for a character outside the alphabet. */
export function fromDigits(text: string, alphabet: string): bigint {
  const base = BigInt(alphabet.length);
  return [...text].reduce((value, digit) => {
    const position = alphabet.indexOf(digit);
    if (position < 0) throw new RangeError(`A character of '${text}' is no digit.`);
    return value * base + BigInt(position);
  }, 0n);
}

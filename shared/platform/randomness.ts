import { randomFillSync } from 'node:crypto';

/** Random bytes, injected so that a simulation can replay a run from its seed. */
export interface Randomness {
  bytes(length: number): Uint8Array;
}

export const systemRandomness: Randomness = {
  bytes: (length) => randomFillSync(new Uint8Array(length)),
};

/** The digits of {@link randomBase62}. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` letters and digits without modulo bias: 43 of them carry 256 bits. */
export function randomBase62(randomness: Randomness, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomness.bytes(length)) {
      // 248 is the largest multiple of 62 that fits a byte; higher values would favour the first letters.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** The source of a regular expression for what {@link randomBase62} makes. */
export function base62Pattern(length: number): string {
  return `[0-9A-Za-z]{${length}}`;
}

/** A number in [0, 1), for jitter. */
export function randomFraction(randomness: Randomness): number {
  const bytes = randomness.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
}

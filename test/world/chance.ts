import { createHash } from 'node:crypto';
import type { Randomness } from '../../shared/platform/randomness.ts';

/**
 * Reproducible randomness: the same seed and name give the same sequence. Each part of the run has its own
 * name, so that the number of calls of one part does not affect the others.
 */
export class Chance implements Randomness {
  #state: number;

  constructor(seed: string, name: string) {
    this.#state = createHash('sha256').update(`${seed}/${name}`).digest().readUInt32LE();
  }

  /** A number in [0, 1). The generator is Tommy Ettinger's Mulberry32, in the public domain. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** A whole number from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    const picked = values[this.below(values.length)];
    if (picked === undefined) throw new Error('pick needs at least one value.');
    return picked;
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, place: this.fraction() }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

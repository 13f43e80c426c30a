import { SECOND } from '../../../shared/platform/clock.ts';
import type { Chance } from '../../chaos/chance.ts';

/** Things that happen at times, one after another. Nothing waits in reality. */
export class VirtualTime {
  #now: number;
  #count = 0;
  /** A binary heap by time, and by order of scheduling. */
  readonly #heap: { at: number; order: number; run: () => Promise<void> | void }[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => Promise<void> | void): void {
    this.#count += 1;
    this.#heap.push({ at: this.#now + milliseconds, order: this.#count, run });
    this.#rise(this.#heap.length - 1);
  }

  /** Runs until `isDone`, or until nothing is left to happen. */
  async run(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const next = this.#pop();
      if (!next) return;
      this.#now = next.at;
      await next.run();
    }
  }

  #pop() {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a && b) [this.#heap[one], this.#heap[other]] = [b, a];
  }

  #rise(place: number): void {
    const parent = (place - 1) >> 1;
    if (place === 0 || !this.#isBefore(place, parent)) return;
    this.#swap(place, parent);
    this.#rise(parent);
  }

  #sink(place: number): void {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    const least = this.#isBefore(right, left) ? right : left;
    if (!this.#isBefore(least, place)) return;
    this.#swap(place, least);
    this.#sink(least);
  }
}

/** A function's share of the account: its reserved concurrency, or what all the others share. */
export type Share = 'training' | 'generation' | 'shared';

/** The concurrency of Lambda in an account, of which functions can have reserved parts. */
export class Account {
  readonly #time: VirtualTime;
  readonly #limits: Readonly<Record<Share, number>>;
  readonly #running: Record<Share, number> = { training: 0, generation: 0, shared: 0 };
  throttles = 0;
  mostRunning = 0;

  constructor(time: VirtualTime, limit: number, reserved?: { training: number; generation: number }) {
    this.#time = time;
    const { training = 0, generation = 0 } = reserved ?? {};
    this.#limits = { training, generation, shared: limit - training - generation };
  }

  /**
   * Invokes a function. Its work takes effect when it begins, and it takes up the concurrency until it ends.
   * @returns false when Lambda throttles, and nothing has happened
   */
  async invoke(
    share: Share,
    milliseconds: number,
    work: () => Promise<void>,
    ended: () => void,
  ): Promise<boolean> {
    const used = this.#limits[share] > 0 ? share : 'shared';
    if (this.#running[used] >= this.#limits[used]) {
      this.throttles += 1;
      return false;
    }
    this.#running[used] += 1;
    const { training, generation, shared } = this.#running;
    this.mostRunning = Math.max(this.mostRunning, training + generation + shared);
    await work();
    this.#time.after(milliseconds, () => {
      this.#running[used] -= 1;
      ended();
    });
    return true;
  }
}

/** The full-jitter back-off of clients and of Step Functions, in milliseconds. */
export function backOff(chance: Chance, attempt: number, firstSeconds: number, mostSeconds: number): number {
  return chance.fraction() * Math.min(firstSeconds * 2 ** attempt, mostSeconds) * SECOND;
}

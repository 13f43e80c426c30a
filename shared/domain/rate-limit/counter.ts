import { SECOND } from '../../platform/clock.ts';

/** A counter as it is stored: `total`, all requests that were ever counted, and an attribute for each step's requests. */
export type StoredCounter = Readonly<Record<string, unknown>>;

/** Equal parts of a window: of a minute, the seconds. */
const STEPS = 60;
/** Clocks of functions may differ by this much before a step is removed too early. */
const CLOCK_TOLERANCE = 5 * SECOND;
/** Short names, so that the item stays below 1 KB, one write unit. */
const STEP_ATTRIBUTE = /^n[0-9a-z]+$/;
const nameOf = (step: number) => `n${step.toString(36)}`;

export const stepAttribute = (now: number, window: number) => nameOf(Math.floor((now * STEPS) / window));

/**
 * The counter of a pool as a process has seen it. The requests of `total` that are in no step of the window have left
 * it. Their number never falls, so an old view allows at most what the counter itself allows.
 */
export class CounterView {
  readonly total: number;
  /** Milliseconds since the epoch, not later than the read. */
  readonly seenAt: number;
  readonly #stepLength: number;
  /** The earliest first. */
  readonly #steps: readonly { step: number; count: number }[];

  constructor(stored: StoredCounter, { window, seenAt }: { window: number; seenAt: number }) {
    this.total = Number(stored.total);
    this.seenAt = seenAt;
    this.#stepLength = window / STEPS;
    this.#steps = Object.entries(stored)
      .filter(([name]) => STEP_ATTRIBUTE.test(name))
      .map(([name, count]) => ({ step: Number.parseInt(name.slice(1), 36), count: Number(count) }))
      .sort((one, other) => one.step - other.step);
  }

  /** Requests that remain, and when more are allowed, as in `Decision`. */
  stateAt(now: number, limit: number) {
    const counted = this.#steps.filter(({ step }) => step >= this.#firstStepAt(now));
    let used = counted.reduce((sum, { count }) => sum + count, 0);
    const remaining = Math.max(0, limit - used);
    const next = counted.find(({ count }) => {
      used -= count;
      return remaining > 0 || used < limit;
    });
    const resetAt = ((next?.step ?? Math.floor(now / this.#stepLength)) + STEPS + 1) * this.#stepLength;
    return { limit, remaining, resetAt, decidedAt: now };
  }

  /** What `total` may reach. */
  ceilingAt(now: number, limit: number): number {
    const first = this.#firstStepAt(now);
    return (
      this.#steps.reduce((left, { step, count }) => (step < first ? left : left - count), this.total) + limit
    );
  }

  /** The attributes that no clock needs any more. */
  pastAt(now: number): string[] {
    const first = this.#firstStepAt(now - CLOCK_TOLERANCE);
    return this.#steps.filter(({ step }) => step < first).map(({ step }) => nameOf(step));
  }

  /** The step in which the window begins counts as a whole, and leaves it as a whole. */
  #firstStepAt(now: number): number {
    return Math.floor(now / this.#stepLength) - STEPS;
  }
}

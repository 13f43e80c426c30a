/**
 * An exact sliding window: a ring of as many slots as requests are allowed. Each slot holds the time, in
 * milliseconds, of the request that took it, and may be taken again one window later, at t + window and not
 * before. So each slot admits at most one request in any [t, t + window), and all slots together never admit
 * more than the limit.
 */
export class Ring {
  readonly limit: number;
  /** Milliseconds. */
  readonly window: number;
  readonly #takenAt = new Map<number, number>();

  constructor(limit: number, window: number) {
    this.limit = limit;
    this.window = window;
  }

  /** Notes that a slot was taken. The time of a slot never decreases, so the latest known time counts. */
  note(slot: number, takenAt: number): void {
    if (slot < this.limit && takenAt > (this.#takenAt.get(slot) ?? 0)) this.#takenAt.set(slot, takenAt);
  }

  freeSlots(now: number): number[] {
    const slots = Array.from({ length: this.limit }, (_, slot) => slot);
    return slots.filter((slot) => (this.#takenAt.get(slot) ?? 0) <= latestFree(now, this.window));
  }

  state(now: number): RateLimitState {
    const counted = [...this.#takenAt.values()].filter((takenAt) => takenAt > latestFree(now, this.window));
    const oldest = counted.reduce((one, other) => Math.min(one, other), now);
    return { limit: this.limit, remaining: this.limit - counted.length, resetAt: oldest + this.window };
  }
}

/** The state of a rate limit within its window. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Milliseconds since the epoch: when the oldest counted request leaves the window. */
  resetAt: number;
}

/** A slot that was taken at this time or earlier may be taken again. */
export function latestFree(now: number, window: number): number {
  return now - window;
}

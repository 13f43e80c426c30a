/**
 * A sliding window, exactly: a ring of as many slots as requests are allowed, each holding the time in
 * milliseconds of the request that took it. A slot may be taken again once that is a whole window ago, at
 * t + window and not before. So each slot admits at most one request in any [t, t + window), and all of them
 * together never more than the limit.
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

  /** Notes that a slot was taken. Slots only grow later, so what was seen in use at any time still counts. */
  note(slot: number, takenAt: number): void {
    if (slot < this.limit && takenAt > (this.#takenAt.get(slot) ?? 0)) this.#takenAt.set(slot, takenAt);
  }

  freeSlots(now: number): number[] {
    const slots = Array.from({ length: this.limit }, (_, slot) => slot);
    return slots.filter((slot) => (this.#takenAt.get(slot) ?? 0) <= latestFree(now, this.window));
  }

  standing(now: number): Standing {
    const counted = [...this.#takenAt.values()].filter((takenAt) => takenAt > latestFree(now, this.window));
    const oldest = counted.reduce((one, other) => Math.min(one, other), now);
    return { limit: this.limit, remaining: this.limit - counted.length, resetAt: oldest + this.window };
  }
}

/** How a caller stands within its window. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Milliseconds since the epoch: when the oldest counted request leaves the window. */
  resetAt: number;
}

/** A slot that was taken at this time or earlier may be taken again. */
export function latestFree(now: number, window: number): number {
  return now - window;
}

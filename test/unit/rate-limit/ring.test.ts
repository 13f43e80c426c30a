import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ring } from '../../../shared/domain/rate-limit/ring.ts';

const WINDOW = 60_000;

/** A reference sliding window: a list of all admitted times, counted again for each request. */
class Model {
  readonly limit: number;
  readonly admitted: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  inWindow(now: number): number[] {
    return this.admitted.filter((time) => time > now - WINDOW);
  }

  request(now: number): boolean {
    const admits = this.inWindow(now).length < this.limit;
    if (admits) this.admitted.push(now);
    return admits;
  }
}

/** Makes one request as `admit` does, with any of the free slots. */
function requestSlot(ring: Ring, now: number, choice: number): boolean {
  const free = ring.freeSlots(now);
  const slot = free[choice % Math.max(1, free.length)];
  if (slot === undefined) return false;
  ring.note(slot, now);
  return true;
}

/** Requests after a pause. Many pauses are whole or nearly whole windows, to test the boundary. */
const burst = fc.record({
  pause: fc.oneof(
    fc.constantFrom(0, 1, WINDOW - 1, WINDOW, WINDOW + 1),
    fc.integer({ min: 0, max: WINDOW / 3 }),
  ),
  requests: fc.integer({ min: 1, max: 6 }),
  choice: fc.nat(),
});

describe('Ring', () => {
  test('the ring admits and refuses exactly as a list of all admitted times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(burst, { minLength: 1, maxLength: 60 }),
        (limit, bursts) => {
          const [ring, model] = [new Ring(limit, WINDOW), new Model(limit)];
          let now = 1_700_000_000_000;
          for (const { pause, requests, choice } of bursts) {
            now += pause;
            for (let request = 0; request < requests; request++) {
              expect(requestSlot(ring, now, choice + request)).toBe(model.request(now));
              const counted = model.inWindow(now);
              expect(ring.state(now)).toEqual({
                limit,
                remaining: limit - counted.length,
                resetAt: Math.min(...counted) + WINDOW,
              });
            }
          }
          for (const from of model.admitted) {
            const within = model.admitted.filter((time) => time >= from && time < from + WINDOW);
            expect(within.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('the ring admits one request at its reset, and none a millisecond earlier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 }),
        (limit, pauses) => {
          const ring = new Ring(limit, WINDOW);
          let now = 1_700_000_000_000;
          for (let slot = 0; slot < limit; slot++) {
            now += pauses[slot] ?? 0;
            expect(requestSlot(ring, now, 0)).toBe(true);
          }
          const { remaining, resetAt } = ring.state(now);
          expect(remaining).toBe(0);
          expect(requestSlot(ring, resetAt - 1, 0)).toBe(false);
          expect(requestSlot(ring, resetAt, 0)).toBe(true);
        },
      ),
    );
  });

  test('the ring keeps the latest time of each slot, and ignores slots beyond its limit', () => {
    const ring = new Ring(2, WINDOW);
    ring.note(0, 5000);
    ring.note(0, 4000);
    ring.note(2, 5000);
    expect(ring.state(6000)).toEqual({ limit: 2, remaining: 1, resetAt: 65_000 });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Decision } from '../../../shared/domain/rate-limit/admit.ts';
import { LOG_SHAPE, type LogShape } from '../../../shared/domain/rate-limit/log.ts';
import { fixedPool } from '../../../shared/domain/rate-limit/pool.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { equals } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update, type Write } from '../../../shared/table/transaction.ts';
import type { BareTable } from '../../support/bare-table.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { amount } from '../../support/sample.ts';
import { type Fate, freshScope, LostAnswer, LUCK, pauses, WINDOW, World } from './world.ts';

let bare: BareTable;

beforeAll(async () => {
  bare = await freshTable(systemRandomness);
});
afterAll(() => bare.stop());

/** Segments so short that a few requests close several of them. */
const SHAPES: readonly LogShape[] = [
  { segmentLength: 1, blindLength: 2 },
  { segmentLength: 2, blindLength: 3 },
  { segmentLength: 3, blindLength: 6 },
];
const shapes = fc.constantFrom(...SHAPES);
/** Milliseconds: less than the log tolerates. */
const SKEW_MAX = 4000;
const limits = fc.integer({ min: 1, max: 9 });

/** The plainest sliding window there is: every admission, counted anew for each request. */
class PlainWindow {
  readonly limit: number;
  readonly #admitted: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  ask(now: number): Decision {
    const admitted = this.#counted(now).length < this.limit;
    if (admitted) this.#admitted.push(now);
    const counted = this.#counted(now);
    const resetAt = Math.min(...counted) + WINDOW;
    return { admitted, limit: this.limit, remaining: this.limit - counted.length, resetAt, decidedAt: now };
  }

  #counted(now: number): number[] {
    return this.#admitted.filter((time) => time > now - WINDOW);
  }
}

/** Expects no window with more requests than the limit, by the clocks of the functions that admitted them. */
function expectWithinLimit(times: readonly number[], limit: number): void {
  for (const from of times) {
    const within = times.filter((time) => time >= from && time < from + WINDOW);
    expect(within.length).toBeLessThanOrEqual(limit);
  }
}

describe('one request after the other', () => {
  const steps = fc.array(
    fc.record({ pause: pauses, requests: fc.integer({ min: 1, max: 12 }), instance: fc.nat() }),
    { minLength: 1, maxLength: 14 },
  );

  test('admission, Remaining and Reset are those of a plain list of all admissions, on any instance', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, limits, steps, async (shape, limit, planned) => {
        const plain = new PlainWindow(limit);
        const pool = fixedPool(freshScope(), WINDOW, limit);
        const world = new World(bare, { pool, shape, skews: [0, 0, 0] });
        for (const { pause, requests, instance } of planned) {
          world.time += pause;
          for (let request = 0; request < requests; request++) {
            expect(await world.ask(instance + request)).toEqual(plain.ask(world.time));
          }
        }
      }),
      { numRuns: amount(15, 5) },
    );
  });

  test('a write whose answer is lost counts its request once, and a read may be behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        limits,
        steps,
        fc.infiniteStream(fc.record({ lost: fc.boolean(), behind: fc.boolean() })),
        async (shape, limit, planned, faults) => {
          const plain = new PlainWindow(limit);
          const turn = async () => ({ ...LUCK, ...faults.next().value });
          const pool = fixedPool(freshScope(), WINDOW, limit);
          const world = new World(bare, { pool, shape, skews: [0, 0], turn });
          for (const { pause, instance } of planned) {
            world.time += pause;
            expect(await world.ask(instance)).toEqual(plain.ask(world.time));
          }
        },
      ),
      { numRuns: amount(15, 5) },
    );
  });
});

describe('concurrent requests', () => {
  const bursts = fc.array(fc.record({ pause: pauses, requests: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 6,
  });
  /** Mostly a call takes next to nothing, now and then long. Its answer may be lost, and lost again. */
  const fates = fc.infiniteStream(
    fc.record({
      ticks: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 3 }) }, pauses),
      lost: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
      failed: fc.boolean(),
      behind: fc.boolean(),
    }),
  );
  const skews = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SKEW_MAX })), {
    minLength: 1,
    maxLength: 3,
  });

  test('never exceed the limit in any window, under every interleaving, skew of clocks and loss of answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        shapes,
        limits,
        bursts,
        fates,
        skews,
        async (scheduler, shape, limit, planned, luck, skewed) => {
          const turn = async (): Promise<Fate> => {
            await scheduler.schedule(Promise.resolve(), 'call');
            return luck.next().value;
          };
          const pool = fixedPool(freshScope(), WINDOW, limit);
          const world = new World(bare, { pool, shape, skews: skewed, turn });
          let admitted = 0;
          const refusedAt: number[] = [];
          const ask = async (instance: number): Promise<void> => {
            const decision = await world.ask(instance).catch((error: unknown) => {
              if (!(error instanceof LostAnswer)) throw error;
            });
            if (decision?.admitted) admitted += 1;
            if (decision?.admitted === false) {
              expect(decision.remaining).toBe(0);
              expect(decision.resetAt).toBeGreaterThan(decision.decidedAt);
              refusedAt.push(decision.decidedAt);
            }
          };
          for (const { pause, requests } of planned) {
            world.time += pause;
            await scheduler.waitFor(
              Promise.all(Array.from({ length: requests }, (_, instance) => ask(instance))),
            );
          }
          expectWithinLimit(world.table.stored, limit);
          expectWithinLimit(world.times(), limit);
          expect(world.table.stored.length).toBeGreaterThanOrEqual(admitted);
          // Refused only because as many as the limit were admitted within the window before, by any clock.
          for (const time of refusedAt) {
            const counted = world
              .times()
              .filter((other) => other > time - WINDOW && other <= time + SKEW_MAX);
            expect(counted.length).toBeGreaterThanOrEqual(limit);
          }
        },
      ),
      { numRuns: amount(30, 8) },
    );
  });

  test('of 180 at once, exactly 120 are admitted; a window later 120 more', async () => {
    const pool = fixedPool(freshScope(), WINDOW, 120);
    const world = new World(bare, { pool, shape: LOG_SHAPE, skews: Array(30).fill(0) });
    for (let round = 0; round < 2; round++) {
      const decisions = await Promise.all(Array.from({ length: 180 }, (_, index) => world.ask(index)));
      expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(120);
      world.time += WINDOW;
    }
  });
});

describe('work that is counted in its own transaction', () => {
  const errands = fc.array(
    fc.record({
      pause: pauses,
      works: fc.array(fc.constantFrom('done', 'failing', 'request'), { minLength: 1, maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  class WorkFailed extends Error {}
  const failingGuard = {
    condition: equals('done', 'never'),
    onConditionFailed: () => new WorkFailed('The work fails.'),
  };

  test('never exceeds the limit beside requests of its pool, and is counted exactly when it is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), shapes, limits, errands, async (scheduler, shape, limit, planned) => {
        const turn = async (): Promise<Fate> => {
          await scheduler.schedule(Promise.resolve(), 'call');
          return { ...LUCK, ticks: 1 };
        };
        const scope = freshScope();
        const world = new World(bare, {
          pool: fixedPool(scope, WINDOW, limit),
          shape,
          skews: [0, 0, 0],
          turn,
        });
        let counted = 0;
        const exhaustedAt: number[] = [];
        const note = (decision: Decision | undefined) => {
          if (decision && !decision.admitted) exhaustedAt.push(decision.decidedAt);
          else counted += 1;
        };
        const place = keys.organization(scope);
        const run = async (work: string, instance: number): Promise<void> => {
          if (work === 'request') return note(await world.ask(instance));
          const done = update(place, { add: { done: 1 } });
          const failing = update(place, { add: { done: 1 } }, failingGuard);
          const commit = (count: Write) => world.table.commit([count, work === 'done' ? done : failing]);
          try {
            note(await world.work(instance, commit));
          } catch (error) {
            if (!(error instanceof WorkFailed)) throw error;
          }
        };
        for (const { pause, works } of planned) {
          world.time += pause;
          await scheduler.waitFor(Promise.all(works.map(run)));
        }
        const times = await world.timesInTable();
        expect(times).toHaveLength(counted);
        expectWithinLimit(times, limit);
        for (const time of exhaustedAt) {
          const within = times.filter((other) => other > time - WINDOW && other <= time);
          expect(within.length).toBeGreaterThanOrEqual(limit);
        }
      }),
      { numRuns: amount(30, 8) },
    );
  });

  test('closes segments as requests do, so that its log stays short', async () => {
    const scope = freshScope();
    const [segmentLength, blindLength] = [4, 6];
    const world = new World(bare, {
      pool: fixedPool(scope, WINDOW, 100),
      shape: { segmentLength, blindLength },
      skews: [0],
    });
    for (let work = 0; work < 40; work++) {
      world.time += 1;
      expect(await world.work(0, (count) => world.table.commit([count]))).toBeUndefined();
      const open = await bare.table.get<{ taken: string[] }>(keys.admissionLog(scope));
      expect(open?.taken.length).toBeLessThanOrEqual(blindLength);
    }
    expect(await world.timesInTable()).toHaveLength(40);
  });

  test('is done without a read while the pool surely has room, and not at all while it has none', async () => {
    const pool = fixedPool(freshScope(), WINDOW, 100);
    const world = new World(bare, { pool, shape: LOG_SHAPE, skews: [0] });
    const get = vi.spyOn(world.table, 'get');
    const commit = vi.fn((count: Write) => world.table.commit([count]));
    expect(await world.work(0, commit)).toBeUndefined();
    expect(get).not.toHaveBeenCalled();
    for (let work = 1; work < 100; work++) await world.work(0, commit);
    commit.mockClear();
    expect(await world.work(0, commit)).toMatchObject({ admitted: false, remaining: 0 });
    get.mockClear();
    expect(await world.work(0, commit)).toMatchObject({ admitted: false });
    expect(get).not.toHaveBeenCalled();
    expect(commit).not.toHaveBeenCalled();
  });
});

test('a request is admitted at its pool’s Reset, and not a millisecond earlier', async () => {
  const pool = fixedPool(freshScope(), WINDOW, 3);
  const world = new World(bare, { pool, shape: LOG_SHAPE, skews: [0, 0] });
  const first = world.time + 1000;
  for (const remaining of [2, 1, 0]) {
    world.time += 1000;
    expect(await world.ask(remaining)).toMatchObject({ admitted: true, remaining, resetAt: first + WINDOW });
  }
  for (const instance of [0, 1]) {
    expect(await world.ask(instance)).toMatchObject({ admitted: false, limit: 3, resetAt: first + WINDOW });
  }
  world.time = first + WINDOW - 1;
  expect((await world.ask(0)).admitted).toBe(false);
  world.time = first + WINDOW;
  expect((await world.ask(1)).admitted).toBe(true);
  expect((await world.ask(0)).admitted).toBe(false);
});

test('an admission by a clock that is ahead keeps later ones by other clocks out of its window', async () => {
  const ahead = 3000;
  const pool = fixedPool(freshScope(), WINDOW, 2);
  const world = new World(bare, { pool, shape: { segmentLength: 1, blindLength: 2 }, skews: [ahead, 0] });
  await world.ask(0);
  await world.ask(1);
  world.time += WINDOW;
  expect([await world.ask(1), await world.ask(1)].map(({ admitted }) => admitted)).toEqual([false, false]);
  world.time += ahead;
  expect([await world.ask(1), await world.ask(1)].map(({ admitted }) => admitted)).toEqual([true, true]);
  expectWithinLimit(world.table.stored, 2);
});

test('a clock that is ahead does not make the others forget what counts by their clocks', async () => {
  const pool = fixedPool(freshScope(), WINDOW, 3);
  const world = new World(bare, { pool, shape: { segmentLength: 1, blindLength: 2 }, skews: [0, 3000] });
  for (const instance of [0, 0, 0]) {
    expect((await world.ask(instance)).admitted).toBe(true);
    world.time += 1;
  }
  world.time += WINDOW - 1000;
  expect((await world.ask(1)).admitted).toBe(true);
  expect((await world.ask(0)).admitted).toBe(false);
  expectWithinLimit(world.table.stored, 3);
});

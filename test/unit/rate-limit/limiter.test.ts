import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { itemBytes } from '../../../bench/cost/units.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { type Decision, RateLimiter } from '../../../shared/domain/rate-limit/limiter.ts';
import { fixedPool, type Pool } from '../../../shared/domain/rate-limit/pool.ts';
import { DAY, SECOND } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { equals } from '../../../shared/table/condition.ts';
import { keys, scopes } from '../../../shared/table/keys.ts';
import { type UpdateWrite, update, type Write } from '../../../shared/table/transaction.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { amount } from '../../support/sample.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

const WINDOW = 60_000;
const STEP = 1000;
const START = 1_700_000_000_000;
/** Milliseconds: less than the limiter tolerates. */
const SKEW_MAX = 4000;
const SCOPE = 'POOL';

/** The fate of a call of the table: it waits for its turn, and its answer may be lost, so that the SDK repeats it. */
type Turn = () => Promise<{ ticks: number; lost: boolean }>;

class FatefulTable extends MemoryTable {
  readonly #turn: Turn;

  constructor(turn: Turn) {
    super(() => undefined);
    this.#turn = turn;
  }

  override async updateAndGet<Item>(write: UpdateWrite) {
    const { lost } = await this.#turn();
    if (lost) await super.updateAndGet<Item>(write);
    return super.updateAndGet<Item>(write);
  }

  override async commit(writes: readonly Write[]): Promise<void> {
    await this.#turn();
    await super.commit(writes);
  }
}

/** Processes that count the requests of one pool. Each has a memory and a clock of its own. */
class World {
  time = START;
  /** When the requests that were allowed were decided, by the clocks of their processes. */
  readonly allowedAt: number[] = [];
  readonly table: MemoryTable;
  readonly #pool: Pool;
  readonly #processes: { limiter: RateLimiter; context: DomainContext }[];

  constructor(pool: Pool | number, { skews = [0], turn }: { skews?: readonly number[]; turn?: Turn } = {}) {
    this.#pool = typeof pool === 'number' ? fixedPool(SCOPE, WINDOW, pool) : pool;
    this.table = new FatefulTable(async () => {
      const fate = (await turn?.()) ?? { ticks: 0, lost: false };
      this.time += fate.ticks;
      return fate;
    });
    this.#processes = skews.map((skew) => ({
      limiter: new RateLimiter(),
      context: domainContext(this.table, { now: () => this.time + skew }, systemRandomness, webhookSecretKey),
    }));
  }

  async ask(process = 0): Promise<Decision> {
    const { limiter, context } = this.#processes[process % this.#processes.length] ?? fail();
    const decision = await limiter.consume(context, this.#pool);
    if (decision.allowed) this.allowedAt.push(decision.decidedAt);
    return decision;
  }

  work(process: number, commit: (count: Write) => Promise<unknown>): Promise<Decision | undefined> {
    const { limiter, context } = this.#processes[process % this.#processes.length] ?? fail();
    return limiter.consumeWith(context, this.#pool, commit);
  }

  /** All requests that the table has counted. */
  async counted(): Promise<number> {
    return Number((await this.table.get<{ total: number }>(keys.rateCounter(SCOPE)))?.total ?? 0);
  }

  expectWithinLimit(limit: number): void {
    for (const from of this.allowedAt) {
      const within = this.allowedAt.filter((time) => time >= from && time < from + WINDOW);
      expect(within.length).toBeLessThanOrEqual(limit);
    }
  }
}

function fail(): never {
  throw new Error('There is no process.');
}

/** The plainest window there is: every allowed request, counted anew for each one. Seconds leave it as a whole. */
class PlainWindow {
  readonly limit: number;
  readonly #allowed: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  ask(now: number): Decision {
    const allowed = this.#countedAt(now).length < this.limit;
    if (allowed) this.#allowed.push(now);
    const counted = this.#countedAt(now);
    let resetAt = Math.floor(now / STEP) * STEP;
    const mustLeave = (time: number) => this.#countedAt(time).length === counted.length;
    while (mustLeave(resetAt)) resetAt += STEP;
    return { allowed, limit: this.limit, remaining: this.limit - counted.length, resetAt, decidedAt: now };
  }

  #countedAt(now: number): number[] {
    return this.#allowed.filter((time) => Math.floor(time / STEP) >= Math.floor(now / STEP) - WINDOW / STEP);
  }
}

/** Pauses that meet the window's boundary again and again. */
const pauses = fc.oneof(
  fc.constantFrom(0, 1, STEP, WINDOW - 1, WINDOW, WINDOW + 1, WINDOW + STEP),
  fc.integer({ min: 0, max: WINDOW / 3 }),
  fc.integer({ min: 2 * WINDOW, max: 200 * WINDOW }),
);
const limits = fc.integer({ min: 1, max: 9 });

test('one after the other, requests are decided as by a plain list of all of them, on any process', async () => {
  const steps = fc.array(
    fc.record({ pause: pauses, requests: fc.integer({ min: 1, max: 12 }), process: fc.nat() }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, planned) => {
      const plain = new PlainWindow(limit);
      const world = new World(limit, { skews: [0, 0, 0] });
      for (const { pause, requests, process } of planned) {
        world.time += pause;
        for (let request = 0; request < requests; request++) {
          expect(await world.ask(process + request)).toEqual(plain.ask(world.time));
        }
      }
    }),
    { numRuns: amount(2000, 200) },
  );
});

test('concurrent requests never exceed the limit, under every interleaving, skew of clocks and loss of answers', async () => {
  const bursts = fc.array(fc.record({ pause: pauses, requests: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  const fates = fc.infiniteStream(
    fc.record({
      ticks: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 3 }) },
        fc.integer({ min: 0, max: WINDOW }),
      ),
      lost: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
  );
  const skews = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SKEW_MAX })), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      limits,
      bursts,
      fates,
      skews,
      async (scheduler, limit, planned, luck, skewed) => {
        let lostAny = false;
        const world = new World(limit, {
          skews: skewed,
          turn: async () => {
            await scheduler.schedule(Promise.resolve(), 'call');
            const fate = luck.next().value;
            lostAny ||= fate.lost;
            return fate;
          },
        });
        const refusedAt: number[] = [];
        for (const { pause, requests } of planned) {
          world.time += pause;
          const asked = Array.from({ length: requests }, async (_, process) => {
            const { allowed, remaining, resetAt, decidedAt } = await world.ask(process);
            if (allowed) return;
            expect(remaining).toBe(0);
            expect(resetAt).toBeGreaterThan(decidedAt);
            refusedAt.push(decidedAt);
          });
          await scheduler.waitFor(Promise.all(asked));
        }
        world.expectWithinLimit(limit);
        const counted = await world.counted();
        expect(counted).toBeGreaterThanOrEqual(world.allowedAt.length);
        if (lostAny) return;
        expect(counted).toBe(world.allowedAt.length);
        // Refused only because as many as the limit were counted within the window before, by any clock.
        for (const time of refusedAt) {
          const recent = (other: number) =>
            other > time - WINDOW - STEP - SKEW_MAX && other <= time + SKEW_MAX;
          expect(world.allowedAt.filter(recent).length).toBeGreaterThanOrEqual(limit);
        }
      },
    ),
    { numRuns: amount(2000, 200) },
  );
});

test('of 180 requests at once, exactly 120 are allowed; a window later 120 more', async () => {
  const world = new World(120, { skews: Array(30).fill(0) });
  for (let round = 1; round <= 2; round++) {
    const decisions = await Promise.all(Array.from({ length: 180 }, (_, process) => world.ask(process)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120);
    world.time += WINDOW + STEP;
  }
});

test('a request is allowed at its pool’s Reset, and not a millisecond earlier', async () => {
  const world = new World(3, { skews: [0, 0] });
  const resetAt = START + WINDOW + STEP;
  for (const remaining of [2, 1, 0]) {
    expect(await world.ask(remaining)).toMatchObject({ allowed: true, remaining, resetAt });
    world.time += STEP;
  }
  for (const process of [0, 1]) expect(await world.ask(process)).toMatchObject({ allowed: false, resetAt });
  world.time = resetAt - 1;
  expect((await world.ask(0)).allowed).toBe(false);
  world.time = resetAt;
  expect((await world.ask(1)).allowed).toBe(true);
  expect((await world.ask(0)).allowed).toBe(false);
});

test('a clock that is ahead does not make the others forget what counts by their clocks', async () => {
  const world = new World(3, { skews: [0, SKEW_MAX] });
  for (const process of [0, 0, 0]) expect((await world.ask(process)).allowed).toBe(true);
  world.time += WINDOW - SKEW_MAX + STEP;
  expect((await world.ask(1)).allowed).toBe(true);
  expect((await world.ask(0)).allowed).toBe(false);
});

test.each([
  ['minute', WINDOW],
  ['day', DAY],
])(
  'a counter of a %s that expired begins anew within the limit, also for a process that remembers it',
  async (_, window) => {
    const world = new World(fixedPool(SCOPE, window, 2), { skews: Array(5).fill(0) });
    const ask = async (processes: number[]) => {
      const allowed = [];
      for (const process of processes) allowed.push((await world.ask(process)).allowed);
      return allowed;
    };
    for (let round = 0; round < 3; round++) {
      world.time += 1.1 * window;
      expect(await ask([0, 0])).toEqual([true, true]);
    }
    world.time += 0.95 * window;
    expect(await ask([1, 2, 3, 4])).toEqual([false, false, false, false]);
    const { expiresAtSeconds } =
      (await world.table.get<{ expiresAtSeconds: number }>(keys.rateCounter(SCOPE))) ?? fail();
    world.time = Math.max(world.time + 0.1 * window, expiresAtSeconds * SECOND);
    await world.table.removeAll([keys.rateCounter(SCOPE)]);
    expect(await ask([0, 1, 2, 3, 4])).toEqual([true, true, false, false, false]);
  },
);

test('a limit that is read late, raised or lowered decides from the first request on', async () => {
  let limit = 4;
  const world = new World(
    { scope: SCOPE, window: WINDOW, limit: undefined, readLimit: async () => limit, lowestLimit: 2 },
    { skews: [0, 0] },
  );
  const allowed = async (requests: number) => {
    const decisions = [];
    for (let request = 0; request < requests; request++) decisions.push((await world.ask(request)).allowed);
    return decisions.filter(Boolean).length;
  };
  expect(await allowed(6)).toBe(4);
  limit = 6;
  expect(await allowed(6)).toBe(2);
  limit = 3;
  world.time += WINDOW + STEP;
  expect(await allowed(6)).toBe(3);
});

describe('work that is counted in its own transaction', () => {
  class WorkFailed extends Error {}
  const place = keys.organization('org_1');
  const done = update(place, { add: { done: 1 } });
  const failing = update(
    place,
    { add: { done: 1 } },
    { condition: equals('done', 'never'), onConditionFailed: () => new WorkFailed('The work fails.') },
  );
  const errands = fc.array(
    fc.record({
      pause: pauses,
      works: fc.array(fc.constantFrom('done', 'failing', 'request'), { minLength: 1, maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 6 },
  );

  test('never exceeds the limit beside requests of its pool, and is counted exactly when it is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), limits, errands, async (scheduler, limit, planned) => {
        const turn = async () => {
          await scheduler.schedule(Promise.resolve(), 'call');
          return { ticks: 1, lost: false };
        };
        const world = new World(limit, { skews: [0, 0, 0], turn });
        const run = async (work: string, process: number): Promise<void> => {
          if (work === 'request') {
            await world.ask(process);
            return;
          }
          let committedAt = 0;
          const commit = async (count: Write) => {
            committedAt = world.time;
            await world.table.commit([count, work === 'done' ? done : failing]);
          };
          try {
            if ((await world.work(process, commit)) === undefined) world.allowedAt.push(committedAt);
          } catch (error) {
            if (!(error instanceof WorkFailed)) throw error;
          }
        };
        for (const { pause, works } of planned) {
          world.time += pause;
          await scheduler.waitFor(Promise.all(works.map(run)));
        }
        world.expectWithinLimit(limit);
        expect(await world.counted()).toBe(world.allowedAt.length);
      }),
      { numRuns: amount(1000, 100) },
    );
  });

  test('is done in one call, and in none while the pool is known to be full', async () => {
    const world = new World(3);
    const commit = vi.fn((count: Write) => world.table.commit([count]));
    for (let work = 0; work < 3; work++) expect(await world.work(0, commit)).toBeUndefined();
    expect(commit).toHaveBeenCalledTimes(3);
    expect(await world.work(0, commit)).toMatchObject({ allowed: false, remaining: 0 });
    commit.mockClear();
    expect(await world.work(0, commit)).toMatchObject({ allowed: false });
    expect(commit).not.toHaveBeenCalled();
  });
});

describe('cost', () => {
  test('a request is one call, and none while its process knows that the pool is full', async () => {
    const world = new World(300, { skews: [0, 0] });
    const calls = vi.spyOn(world.table, 'updateAndGet');
    for (let request = 0; request < 300; request++) await world.ask(0);
    expect(calls).toHaveBeenCalledTimes(300);
    expect((await world.ask(0)).allowed).toBe(false);
    expect(calls).toHaveBeenCalledTimes(300);
  });

  test.each([300, 1000])(
    'the counter of a limit of %i stays below 1 KB, one write unit, after a billion requests',
    async (limit) => {
      const world = new World(fixedPool(SCOPE, WINDOW, limit), { skews: Array(8).fill(0) });
      for (let request = 0; request < 4 * limit; request++) {
        world.time += Math.ceil((1.05 * WINDOW) / limit);
        expect((await world.ask(request)).allowed).toBe(true);
      }
      const counter = await world.table.get<object>(keys.rateCounter(SCOPE));
      const id = (kind: string) => `${kind}_${'0'.repeat(26)}`;
      const key = keys.rateCounter(scopes.member(id('org'), id('mem')));
      const oldest = { ...counter, ...key, total: 1_000_000_000, ceiling: 1_000_001_000, schema: 1 };
      expect(itemBytes(marshall(oldest))).toBeLessThan(1024);
    },
  );
});

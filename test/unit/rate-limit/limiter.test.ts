import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { itemBytes } from '../../../bench/cost/units.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { type Decision, RateLimiter } from '../../../shared/domain/rate-limit/limiter.ts';
import { fixedPool, organizationPool } from '../../../shared/domain/rate-limit/pool.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { equals } from '../../../shared/table/condition.ts';
import { keys, scopes } from '../../../shared/table/keys.ts';
import { type Guard, type UpdateWrite, update, type Write } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

const WINDOW = 60_000;
const STEP = 1000;
/** Milliseconds: less than the limiter tolerates. */
const SKEW_MAX = 4000;
const SCOPE = 'POOL';
const COUNTER = keys.rateCounter(SCOPE);

/** A table whose calls wait for their turn, and whose answers may be lost, so that the SDK repeats the call. */
class FatefulTable extends MemoryTable {
  turn: () => Promise<{ isLost: boolean }> = async () => ({ isLost: false });

  override async updateAndGet<Item>(write: UpdateWrite) {
    const { isLost } = await this.turn();
    if (isLost) await super.updateAndGet<Item>(write);
    return super.updateAndGet<Item>(write);
  }

  override async commit(writes: readonly Write[]): Promise<void> {
    await this.turn();
    await super.commit(writes);
  }
}

class WorkFailed extends Error {}
const work = (guard?: Guard) => update(keys.organization('org_1'), { add: { done: 1 } }, guard);
const never = { condition: equals('done', 'never'), onConditionFailed: () => new WorkFailed() };
const works = { done: work(), failing: work(never) };

/** Processes that count the requests of one pool. Each has a memory and a clock of its own. */
class World {
  time = 1_700_000_000_000;
  /** When what was allowed was decided, by the clocks of the processes. */
  readonly allowedAt: number[] = [];
  readonly table = new FatefulTable(() => undefined);
  pool = fixedPool(SCOPE, WINDOW, 3);
  readonly #processes: [RateLimiter, DomainContext][];

  constructor(skews: readonly number[] = [0]) {
    this.#processes = skews.map((skew) => {
      const clock = { now: () => this.time + skew };
      return [new RateLimiter(), domainContext(this.table, clock, systemRandomness, webhookSecretKey)];
    });
  }

  async ask(process = 0): Promise<Decision> {
    const [limiter, context] = this.#process(process);
    const decision = await limiter.consume(context, this.pool);
    if (decision.allowed) this.allowedAt.push(decision.decidedAt);
    return decision;
  }

  /** Time passes, after which an expired counter is gone. */
  async wait(pause: number): Promise<void> {
    this.time += pause;
    const counter = await this.counter();
    if (counter && counter.expiresAtSeconds * SECOND <= this.time) await this.table.removeAll([COUNTER]);
  }

  async areAllowed(processes: readonly number[]): Promise<boolean[]> {
    return Array.fromAsync(processes, async (process) => (await this.ask(process)).allowed);
  }

  /** Work that is counted in its own transaction. Undefined when it was done, or has failed. */
  async work(process: number, work: Write): Promise<Decision | undefined> {
    const [limiter, context] = this.#process(process);
    let committedAt = 0;
    try {
      const refusal = await limiter.consumeWith(context, this.pool, async (count) => {
        committedAt = context.clock.now();
        await this.table.commit([count, work]);
      });
      if (!refusal) this.allowedAt.push(committedAt);
      return refusal;
    } catch (error) {
      if (!(error instanceof WorkFailed)) throw error;
      return undefined;
    }
  }

  counter(): Promise<{ total: number; expiresAtSeconds: number } | undefined> {
    return this.table.get(COUNTER);
  }

  #process(process: number): [RateLimiter, DomainContext] {
    const found = this.#processes[process % this.#processes.length];
    if (!found) throw new Error('There is no process.');
    return found;
  }
}

/** The plainest window there is: every allowed request, counted anew for each one. Seconds leave it as a whole. */
function plainWindow(limit: number) {
  const allowedAt: number[] = [];
  const countedAt = (now: number) =>
    allowedAt.filter((time) => Math.floor(time / STEP) >= Math.floor(now / STEP) - WINDOW / STEP).length;
  return (now: number): Decision => {
    const allowed = countedAt(now) < limit;
    if (allowed) allowedAt.push(now);
    let resetAt = Math.floor(now / STEP) * STEP;
    while (countedAt(resetAt) === countedAt(now)) resetAt += STEP;
    return { allowed, limit, remaining: limit - countedAt(now), resetAt, decidedAt: now };
  };
}

/** Pauses that meet the window's boundary again and again. */
const pauses = fc.oneof(
  fc.constantFrom(0, 1, STEP, WINDOW - 1, WINDOW, WINDOW + 1, WINDOW + STEP),
  fc.integer({ min: 0, max: WINDOW / 3 }),
  fc.integer({ min: 2 * WINDOW, max: 200 * WINDOW }),
);
const limits = fc.integer({ min: 1, max: 9 });
const rarely = <Value>(often: Value, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(often) }, arbitrary);

test('one after the other, requests are decided as by a plain list of all of them, on any process', async () => {
  const step = fc.record({ pause: pauses, requests: fc.integer({ min: 1, max: 12 }), process: fc.nat() });
  const steps = fc.array(step, { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, planned) => {
      const plain = plainWindow(limit);
      const world = new World([0, 0, 0]);
      world.pool = fixedPool(SCOPE, WINDOW, limit);
      for (const { pause, requests, process } of planned) {
        await world.wait(pause);
        for (let request = 0; request < requests; request++) {
          expect(await world.ask(process + request)).toEqual(plain(world.time));
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('requests, and work in its own transaction, never exceed the limit, and only work that is done counts, under every interleaving, skew of clocks and loss of answers', async () => {
  const kinds = fc.constantFrom('request', 'request', 'done', 'failing');
  const burst = fc.record({ pause: pauses, tasks: fc.array(kinds, { minLength: 1, maxLength: 12 }) });
  const fates = fc.record({
    ticks: fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, fc.nat(WINDOW)),
    isLost: rarely(false, fc.boolean()),
  });
  const skews = fc.array(fc.oneof(fc.constant(0), fc.nat(SKEW_MAX)), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      limits,
      fc.array(burst, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fates),
      skews,
      async (scheduler, limit, planned, luck, skewed) => {
        const world = new World(skewed);
        world.pool = fixedPool(SCOPE, WINDOW, limit);
        let wasAnyLost = false;
        world.table.turn = async () => {
          await scheduler.schedule(Promise.resolve(), 'call');
          const fate = luck.next().value;
          world.time += fate.ticks;
          wasAnyLost ||= fate.isLost;
          return fate;
        };
        const refusals: Decision[] = [];
        const run = async (task: 'request' | keyof typeof works, process: number) => {
          const decision = await (task === 'request' ? world.ask(process) : world.work(process, works[task]));
          if (decision && !decision.allowed) refusals.push(decision);
        };
        for (const { pause, tasks } of planned) {
          world.time += pause;
          await scheduler.waitFor(Promise.all(tasks.map(run)));
        }
        const allowedWithin = (from: number, to: number) =>
          world.allowedAt.filter((time) => time >= from && time < to).length;
        for (const from of world.allowedAt)
          expect(allowedWithin(from, from + WINDOW)).toBeLessThanOrEqual(limit);
        const total = (await world.counter())?.total ?? 0;
        expect(total).toBeGreaterThanOrEqual(world.allowedAt.length);
        if (!wasAnyLost) expect(total).toBe(world.allowedAt.length);
        for (const { remaining, resetAt, decidedAt: at } of refusals) {
          expect(remaining).toBe(0);
          expect(resetAt).toBeGreaterThan(at);
          if (wasAnyLost) continue;
          // Refused only because as many as the limit were counted within the window before, by any clock.
          const recent = allowedWithin(at - WINDOW - STEP - SKEW_MAX + 1, at + SKEW_MAX + 1);
          expect(recent).toBeGreaterThanOrEqual(limit);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a clock that is ahead does not make the others forget what counts by their clocks', async () => {
  const world = new World([0, SKEW_MAX, 0]);
  expect(await world.areAllowed([0, 0, 0])).toEqual([true, true, true]);
  await world.wait(WINDOW - SKEW_MAX + STEP);
  expect(await world.areAllowed([1, 2])).toEqual([true, false]);
});

test('a limit that is read late, raised or lowered decides from the first request on', async () => {
  const world = new World([0, 0]);
  const ask = async (limit: number) => {
    world.pool = { ...world.pool, limit: undefined, readLimit: async () => limit, lowestLimit: 2 };
    return (await world.areAllowed([0, 1, 2, 3, 4, 5])).filter(Boolean).length;
  };
  expect([await ask(4), await ask(6)]).toEqual([4, 2]);
  await world.wait(WINDOW + STEP);
  expect(await ask(3)).toBe(3);
});

test('a request, or work, is one call, and none while its process knows that the pool is full', async () => {
  const world = new World();
  const turn = vi.spyOn(world.table, 'turn');
  expect(await world.areAllowed([0, 0])).toEqual([true, true]);
  expect(await world.work(0, works.done)).toBeUndefined();
  expect(turn).toHaveBeenCalledTimes(3);
  await world.ask();
  turn.mockClear();
  const refused = { allowed: false, remaining: 0 };
  expect([await world.ask(), await world.work(0, works.done)]).toMatchObject([refused, refused]);
  expect(turn).not.toHaveBeenCalled();
});

test.each([300, 1000])(
  'the counter of a limit of %i stays below 1 KB, one write unit, after a billion requests',
  async (limit) => {
    const world = new World(Array(8).fill(0));
    world.pool = fixedPool(SCOPE, WINDOW, limit);
    for (let request = 0; request < 4 * limit; request++) {
      await world.wait(Math.ceil((1.05 * WINDOW) / limit));
      expect((await world.ask(request)).allowed).toBe(true);
    }
    const id = (kind: string) => `${kind}_${'0'.repeat(26)}`;
    const key = keys.rateCounter(scopes.member(id('org'), id('mem')));
    const old = { ...key, total: 1_000_000_000, ceiling: 1_000_001_000, schema: 1 };
    expect(itemBytes(marshall({ ...(await world.counter()), ...old }))).toBeLessThan(1024);
  },
);

test('a process forgets the least recently used pool when it has more than a thousand in mind', async () => {
  const now = 1_700_000_000_000;
  const { context } = freshTable(() => now);
  const limiter = new RateLimiter();
  const pool = (number: number) => fixedPool(String(number), WINDOW, number === 0 ? 2 : 1);
  for (const number of [...Array(1000).keys(), 0, 1000]) await limiter.consume(context, pool(number));
  const isFull = [0, 1, 2, 1000].map((number) => limiter.isFull(pool(number), now));
  expect(isFull).toEqual([true, false, true, true]);
});

test('the limit of an organization follows its tier within a minute', async () => {
  const limitAt = (now: number, tier: 'standard' | 'enterprise') =>
    organizationPool({ clock: { now: () => now } }, 'org_tier', async () => ({ tier })).readLimit();
  expect(await limitAt(0, 'standard')).toBe(300);
  expect(await limitAt(MINUTE - 1, 'enterprise')).toBe(300);
  expect(await limitAt(MINUTE, 'enterprise')).toBe(1000);
});

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAws } from '../../../local/engines/aws-json.ts';
import { type DynamoDBEngine, startDynamoDB } from '../../../local/engines/dynamodb.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { admit, type Decision } from '../../../shared/domain/rate-limit/admit.ts';
import { fixedPool } from '../../../shared/domain/rate-limit/pool.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import type { Collection } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import type { Write } from '../../../shared/table/transaction.ts';

const WINDOW = 60_000;

let engine: DynamoDBEngine;
let client: DynamoDBClient;

beforeAll(async () => {
  engine = await startDynamoDB();
  await callAws(engine.endpoint, 'DynamoDB_20120810.CreateTable', {
    TableName: 'rings',
    AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
  client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});
afterAll(() => engine.stop());

class VirtualClock {
  time = 1_700_000_000_000;
  now = () => this.time;
}

/** A table whose reads and writes reach the engine in the order of a scheduler, and take virtual time. */
class ScheduledTable extends Table {
  /** The times at which requests took a slot. */
  readonly taken: number[] = [];
  readonly #scheduler: fc.Scheduler;
  readonly #pass: () => void;

  constructor(scheduler: fc.Scheduler, pass: () => void) {
    super(client, 'rings', systemRandomness);
    this.#scheduler = scheduler;
    this.#pass = pass;
  }

  override async all<Item>(collection: Collection): Promise<Item[]> {
    await this.#scheduler.schedule(Promise.resolve(), 'read');
    this.#pass();
    return super.all<Item>(collection);
  }

  override async write<Item>(write: Write) {
    await this.#scheduler.schedule(Promise.resolve(), 'write');
    this.#pass();
    const result = await super.write<Item>(write);
    const set = write.kind === 'Update' ? write.change.set : {};
    const [, time] = Object.entries(set ?? {}).find(([name]) => name.startsWith('slot')) ?? [];
    if (result.written) this.taken.push(Number(time));
    return result;
  }
}

let pools = 0;
const freshPool = (limit: number) => fixedPool(`POOL#${++pools}`, WINDOW, limit);

/**
 * Expects that no window, wherever it begins, has more requests than the limit, and only full ones reject.
 */
function expectExact(decisions: readonly Decision[], taken: readonly number[], limit: number): void {
  expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(taken.length);
  for (const from of taken) {
    const within = taken.filter((time) => time >= from && time < from + WINDOW);
    expect(within.length).toBeLessThanOrEqual(limit);
  }
  for (const { admitted, decidedAt, remaining } of decisions) {
    if (admitted) continue;
    expect(remaining).toBe(0);
    expect(taken.filter((time) => time > decidedAt - WINDOW && time <= decidedAt)).toHaveLength(limit);
  }
}

const pause = fc.oneof(
  fc.constantFrom(0, 1, WINDOW - 1, WINDOW, WINDOW + 1),
  fc.integer({ min: 0, max: WINDOW / 2 }),
);
const bursts = fc.array(fc.record({ pause, requests: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 6,
});
/** The duration of each read and write: mostly a few milliseconds, sometimes long. */
const ticks = fc.infiniteStream(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 3 }) }, pause));

describe('admit', () => {
  test('the rate limit is exact under any interleaving of requests, over several windows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 6 }),
        bursts,
        ticks,
        async (scheduler, limit, planned, durations) => {
          const clock = new VirtualClock();
          const table = new ScheduledTable(scheduler, () => {
            clock.time += durations.next().value;
          });
          const context = domainContext(table, clock, systemRandomness);
          const pool = freshPool(limit);
          const decisions: Decision[] = [];
          for (const { pause: before, requests } of planned) {
            clock.time += before;
            const burst = Promise.all(Array.from({ length: requests }, () => admit(context, pool)));
            decisions.push(...(await scheduler.waitFor(burst)));
          }
          expectExact(decisions, table.taken, limit);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('one request is admitted at the reset of a full pool, and none a millisecond earlier', async () => {
    const clock = new VirtualClock();
    const context = plainContext(clock);
    const pool = freshPool(3);
    for (const expected of [2, 1, 0]) {
      clock.time += 1000;
      expect(await admit(context, pool)).toMatchObject({ admitted: true, remaining: expected });
    }
    const refused = await admit(context, pool);
    expect(refused).toMatchObject({ admitted: false, limit: 3, remaining: 0 });
    expect(refused.resetAt).toBe(1_700_000_001_000 + WINDOW);
    clock.time = refused.resetAt - 1;
    expect((await admit(context, pool)).admitted).toBe(false);
    clock.time = refused.resetAt;
    expect((await admit(context, pool)).admitted).toBe(true);
    expect((await admit(context, pool)).admitted).toBe(false);
  });

  test('of 200 concurrent requests exactly 120 are admitted, and the refused ones are not counted', async () => {
    const clock = new VirtualClock();
    const context = plainContext(clock);
    const pool = freshPool(120);
    const decisions = await Promise.all(Array.from({ length: 200 }, () => admit(context, pool)));
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(120);
    clock.time += WINDOW;
    const later = await Promise.all(Array.from({ length: 120 }, () => admit(context, pool)));
    expect(later.every(({ admitted }) => admitted)).toBe(true);
  });

  test('a pool that is known to be full refuses requests without a read', async () => {
    const clock = new VirtualClock();
    const context = plainContext(clock);
    const pool = freshPool(1);
    await admit(context, pool);
    const refused = await admit(context, pool);
    const unreachable = {
      ...context,
      get table(): never {
        throw new Error('The table was used, although the pool was known to be full.');
      },
    };
    clock.time += 10;
    expect(await admit(unreachable, pool)).toEqual({ ...refused, decidedAt: clock.time });
  });
});

function plainContext(clock: { now(): number }): DomainContext {
  return domainContext(new Table(client, 'rings', systemRandomness), clock, systemRandomness);
}

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemBytes } from '../../../bench/cost/units.ts';
import { LOG_SHAPE, newEntry } from '../../../shared/domain/rate-limit/log.ts';
import { fixedPool } from '../../../shared/domain/rate-limit/pool.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { keys, scopes } from '../../../shared/table/keys.ts';
import { bareTable } from '../../support/bare-table.ts';
import { freshScope, WINDOW, World } from './world.ts';

/** What the table charges, and how many calls that takes. */
interface Cost {
  writes: number;
  writeUnits: number;
  reads: number;
  readUnits: number;
}

const NOTHING: Cost = { writes: 0, writeUnits: 0, reads: 0, readUnits: 0 };
const INSTANCES = 8;

let client: DynamoDBClient;
let stop: () => Promise<void>;
let cost: Cost;

beforeAll(async () => {
  ({ client, stop } = await bareTable(systemRandomness));
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const isRead = commandName === 'GetItemCommand';
        if (isRead) cost.reads += 1;
        else cost.writes += 1;
        // A condition that does not hold costs the write unit, too, but the error does not tell.
        if (!isRead) cost.writeUnits += 1;
        const result = await next(args);
        const units = unitsOf(result.output);
        if (isRead) cost.readUnits += units;
        else cost.writeUnits += units - 1;
        return result;
      },
    { step: 'initialize' },
  );
});
afterAll(() => stop());

function unitsOf(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: { CapacityUnits?: number } };
  const units = ConsumedCapacity?.CapacityUnits;
  if (units === undefined) throw new Error('The engine did not tell the consumed capacity.');
  return units;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  cost = { ...NOTHING };
  await work();
  return cost;
}

describe.each([300, 1000])('with a limit of %i', (limit) => {
  test.each([
    ['half of the limit', 0.5],
    ['nearly the limit', 0.98],
  ])(
    'a request costs a write unit and at most a read unit, at %s',
    async (_, share) => {
      const pool = fixedPool(freshScope(), WINDOW, limit);
      const world = new World(client, { pool, shape: LOG_SHAPE, skews: Array(INSTANCES).fill(0) });
      const requests = Math.floor(limit * share);
      const costs: Cost[] = [];
      for (let number = 0; number < 2 * requests; number++) {
        world.time += WINDOW / requests;
        // Instances take turns at random, so that what they know of the log is more or less out of date.
        const instance = Math.floor(Math.random() * INSTANCES);
        costs.push(await costOf(async () => expect((await world.ask(instance)).admitted).toBe(true)));
      }
      const warm = costs.slice(requests);
      const mean = (of: keyof Cost) => warm.reduce((total, one) => total + one[of], 0) / warm.length;
      const [further, ordinary] = [true, false].map((more) =>
        warm.filter(({ writes }) => writes > 1 === more),
      );
      expect(new Set(ordinary?.map(({ writes, writeUnits }) => `${writes} ${writeUnits}`))).toEqual(
        new Set(['1 1']),
      );
      // One request of 32 closes a segment by two more writes. Rarely an append fails, because its instance did not know
      // that the pool had become nearly exhausted.
      expect(further?.every(({ writeUnits }) => writeUnits <= 3)).toBe(true);
      expect(further?.length).toBeLessThanOrEqual(warm.length / LOG_SHAPE.segmentLength + 1 + INSTANCES);
      expect(Math.max(...warm.map(({ readUnits }) => readUnits))).toBeLessThanOrEqual(1);
      expect(Math.max(...warm.map(({ reads }) => reads))).toBeLessThanOrEqual(2);
      if (share <= 0.5) expect(mean('readUnits')).toBeLessThan(0.2);
    },
    60_000,
  );

  test('a request that is refused costs no call once its function knows that the pool is exhausted', async () => {
    const pool = fixedPool(freshScope(), WINDOW, limit);
    const world = new World(client, { pool, shape: LOG_SHAPE, skews: [0, 0] });
    for (let number = 0; number < limit; number++) await world.ask(0);
    const refused = async () => expect((await world.ask(1)).admitted).toBe(false);
    expect(await costOf(refused)).toMatchObject({ writes: 1, reads: 0 });
    expect(await costOf(refused)).toEqual(NOTHING);
  }, 60_000);
});

test('100 requests of a burst cost at most 1.5 calls each', async () => {
  const pool = fixedPool(freshScope(), WINDOW, 1000);
  const world = new World(client, { pool, shape: LOG_SHAPE, skews: Array(100).fill(0) });
  const { writes, reads } = await costOf(() =>
    Promise.all(Array.from({ length: 100 }, (_, instance) => world.ask(instance))),
  );
  expect(writes + reads).toBeLessThanOrEqual(150);
});

test('the open segment stays below 1 KB, one write unit, for the largest limit and the longest scopes', () => {
  const now = Date.now();
  const id = (kind: string) => `${kind}_${'0'.repeat(26)}`;
  const pools = [
    { scope: scopes.organization(id('org')), limit: 1000 },
    { scope: scopes.member(id('org'), id('mem')), limit: 300 },
    { scope: scopes.address('2001:db8:ffff:ffff::/64'), limit: 300 },
  ];
  for (const { scope, limit } of pools) {
    const segments = Math.ceil(limit / LOG_SHAPE.segmentLength) + 4;
    const item = {
      ...keys.admissionLog(scope),
      schema: 1,
      expiresAtSeconds: Math.floor(now / 1000),
      segment: 1_000_000,
      closedUntil: now,
      ages: Array(segments).fill(64_999),
      openFrom: now,
      limit,
      taken: Array.from({ length: 46 }, () => newEntry(now, systemRandomness)),
    };
    expect(itemBytes(marshall(item))).toBeLessThan(1024);
  }
});

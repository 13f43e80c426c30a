import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemBytes } from '../../../bench/cost/units.ts';
import { LOG_SHAPE, newEntry } from '../../../shared/domain/rate-limit/log.ts';
import { fixedPool } from '../../../shared/domain/rate-limit/pool.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { keys, scopes } from '../../../shared/table/keys.ts';
import { type MeteredTable, meteredTable, NOTHING } from './metered-table.ts';
import { freshScope, WINDOW, World } from './world.ts';

let metered: MeteredTable;
beforeAll(async () => {
  metered = await meteredTable();
});
afterAll(() => metered.stop());

test('a request that is refused costs no call once its function knows that the pool is exhausted', async () => {
  const limit = 300;
  const pool = fixedPool(freshScope(), WINDOW, limit);
  const world = new World(metered, { pool, shape: LOG_SHAPE, skews: [0, 0] });
  for (let number = 0; number < limit; number++) await world.ask(0);
  const refused = async () => expect((await world.ask(1)).admitted).toBe(false);
  expect(await metered.costOf(refused)).toMatchObject({ writes: 1, reads: 0 });
  expect(await metered.costOf(refused)).toEqual(NOTHING);
});

test('100 requests of a burst cost at most 1.5 calls each', async () => {
  const pool = fixedPool(freshScope(), WINDOW, 1000);
  const world = new World(metered, { pool, shape: LOG_SHAPE, skews: Array(100).fill(0) });
  const { writes, reads } = await metered.costOf(() =>
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

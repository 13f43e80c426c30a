import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG_SHAPE } from '../../shared/domain/rate-limit/log.ts';
import { fixedPool } from '../../shared/domain/rate-limit/pool.ts';
import { type Cost, type MeteredTable, meteredTable } from '../unit/rate-limit/metered-table.ts';
import { freshScope, WINDOW, World } from '../unit/rate-limit/world.ts';

const INSTANCES = 8;

let metered: MeteredTable;
beforeAll(async () => {
  metered = await meteredTable();
});
afterAll(() => metered.stop());

describe.each([300, 1000])('with a limit of %i', (limit) => {
  test.each([
    ['half of the limit', 0.5],
    ['nearly the limit', 0.98],
  ])('a request costs a write unit and at most a read unit, at %s', async (_, share) => {
    const pool = fixedPool(freshScope(), WINDOW, limit);
    const world = new World(metered, { pool, shape: LOG_SHAPE, skews: Array(INSTANCES).fill(0) });
    const requests = Math.floor(limit * share);
    const costs: Cost[] = [];
    for (let number = 0; number < 2 * requests; number++) {
      world.time += WINDOW / requests;
      // Instances take turns at random, so that what they know of the log is more or less out of date.
      const instance = Math.floor(Math.random() * INSTANCES);
      costs.push(await metered.costOf(async () => expect((await world.ask(instance)).admitted).toBe(true)));
    }
    const warm = costs.slice(requests);
    const mean = (of: keyof Cost) => warm.reduce((total, one) => total + one[of], 0) / warm.length;
    const [further, ordinary] = [true, false].map((more) => warm.filter(({ writes }) => writes > 1 === more));
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
  });
});

import { beforeAll, describe, expect, test, vi } from 'vitest';
import { auditCredits } from '../../../shared/audit/credits.ts';
import { auditPermits } from '../../../shared/audit/permits.ts';
import { readPermits } from '../../../shared/domain/admission/permits.ts';
import type { Model } from '../../../shared/domain/model/model.ts';
import { findStuckModels } from '../../../shared/domain/model/stuck.ts';
import { collections } from '../../../shared/table/keys.ts';
import { type Load, World } from './world.ts';

/** One large organization, nine of middle size and a hundred small ones: 10,000 models. */
const BIG = [5_000];
const MIDDLE = Array<number>(9).fill(500);
const SMALL = Array<number>(100).fill(5);
const LOAD = [...BIG, ...MIDDLE, ...SMALL];

const ACCOUNTS: [string, Omit<Load, 'seed' | 'organizations'>][] = [
  ['10', { limit: 10, capacity: 2, generationConcurrency: 2 }],
  [
    '1,000',
    {
      limit: 1_000,
      reserved: { training: 50, generation: 400 },
      capacity: 50,
      generationConcurrency: 8,
    },
  ],
];

const minutes = (milliseconds: number) => Math.round(milliseconds / 60_000);

async function simulated(load: Load): Promise<World> {
  const metrics = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const world = new World(load);
  try {
    await world.run();
  } finally {
    metrics.mockRestore();
  }
  return world;
}

async function expectEverythingEnded(world: World, models: number): Promise<void> {
  const statuses = new Map<string, number>();
  for (const id of world.organizationIds) {
    const found = await world.context.table.all<Model>(collections.models(id));
    for (const { status } of found) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(await auditPermits(world.context, id, found)).toEqual([]);
    expect(await auditCredits(world.context, id)).toEqual([]);
  }
  expect(Object.fromEntries(statuses)).toEqual({ active: models });
  expect((await readPermits(world.context, 'studio')).filter(({ holder }) => holder)).toEqual([]);
  expect(await Array.fromAsync(findStuckModels(world.context))).toEqual([]);
}

describe.each(ACCOUNTS)(
  '10,000 onboardings at the same second in an account that runs %s functions at a time',
  (limit, account) => {
    let world: World;
    beforeAll(async () => {
      world = await simulated({ seed: `load-${limit}`, organizations: LOAD, ...account });
      const [big = '', ...others] = world.organizationIds;
      const small = others.slice(MIDDLE.length).map((id) => world.lastEnd(id));
      console.log(
        JSON.stringify({
          limit,
          onboardedAfterSeconds: Math.round(world.onboardedBy / 1000),
          lastSmallMinutes: minutes(Math.max(...small)),
          lastMiddleMinutes: minutes(
            Math.max(...others.slice(0, MIDDLE.length).map((id) => world.lastEnd(id))),
          ),
          bigMinutes: minutes(world.lastEnd(big)),
          probes: world.probes,
          throttles: world.account.throttles,
          mostRunning: world.account.mostRunning,
          mostRuns: world.mostRuns,
          mostReceives: world.mostReceives,
          restarts: world.restarts,
        }),
      );
    });

    test('every model becomes active, no permit is left and nothing is stuck', async () => {
      await expectEverythingEnded(world, 10_000);
      expect(world.restarts).toBeGreaterThan(100);
      expect(world.mostRuns).toBe(account.capacity);
    });

    test('the API answers throughout', () => {
      const { sent, answered, atOnce } = world.probes;
      expect(answered / sent).toBeGreaterThan(0.999);
      expect(atOnce / sent).toBeGreaterThan(0.98);
      // Every onboarding was accepted while nearly all models waited.
      expect(world.onboardedBy).toBeLessThan(20 * 60_000);
    });

    test('small organizations are done while the big one has most models before it', () => {
      const [big = '', ...others] = world.organizationIds;
      const small = others.slice(MIDDLE.length);
      const lastOfSmall = Math.max(...small.map((id) => world.lastEnd(id)));
      expect(lastOfSmall).toBeLessThan(world.lastEnd(big) / 10);
      const bigDone = (world.ends.get(big) ?? []).filter((end) => end <= lastOfSmall).length;
      expect(bigDone).toBeLessThan(5_000 / 10);
    });
  },
);

test('of two organizations with 500 models and 5, at a capacity of 4, the small one is done before a tenth of the big one', async () => {
  const world = await simulated({
    seed: 'two',
    organizations: [500, 5],
    limit: 1_000,
    capacity: 4,
    generationConcurrency: 8,
  });
  await expectEverythingEnded(world, 505);
  const [big = '', small = ''] = world.organizationIds;
  const bigDone = (world.ends.get(big) ?? []).filter((end) => end <= world.lastEnd(small)).length;
  console.log(
    JSON.stringify({
      bigDone,
      smallMinutes: minutes(world.lastEnd(small)),
      bigMinutes: minutes(world.lastEnd(big)),
    }),
  );
  expect(bigDone).toBeLessThan(50);
  expect(world.lastEnd(small)).toBeLessThan(world.lastEnd(big) / 10);
});

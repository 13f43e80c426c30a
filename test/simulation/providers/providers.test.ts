import { describe, expect, test, vi } from 'vitest';
import type { Model } from '../../../shared/domain/model/model.ts';
import { Chance } from '../../chaos/chance.ts';
import { anyFickleness, anyPace, RELIABLE } from './fickle-provider.ts';
import { isOver, type Plan, World } from './world.ts';

/** Images are numbers here: to decode real ones would take real time, in which virtual time would go on. */
vi.mock('../../../shared/images/photo-fingerprint.ts', () => ({
  fingerprintOf: async (image: Uint8Array) => Buffer.from(image).toString(),
  isSameImage: (one: string, other: string) => one === other,
}));

const SEEDS = 300;

async function simulated(plan: Plan): Promise<World> {
  const metrics = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const logged = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const world = new World(plan);
  try {
    await world.run();
  } finally {
    metrics.mockRestore();
    logged.mockRestore();
  }
  return world;
}

/** True when a model needs the job with this key at its provider, as its headshots were made by it. */
function needs({ id, run, status }: Model, key: string): boolean {
  return status === 'active' && key.startsWith(`${id}-${run}-`);
}

test(`${SEEDS} random providers, with processes killed at any call and models deleted at any time, leave no trace that is wrong`, async () => {
  const totals = { kills: 0, active: 0, failed: 0, deleted: 0 };
  for (let seed = 0; seed < SEEDS; seed++) {
    const chance = new Chance(String(seed), 'plan');
    const world = await simulated({
      seed: String(seed),
      organizations: [chance.between(1, 3), chance.between(1, 3)],
      capacity: chance.between(1, 4),
      fickleness: anyFickleness(chance),
      pace: anyPace(chance),
      killed: chance.happens(0.3) ? 0 : chance.fraction() * 0.004,
      deleted: 0.4,
    });
    const models = await world.models();
    expect({ seed, broken: world.broken }).toEqual({ seed, broken: [] });
    expect({ seed, open: models.filter((model) => !isOver(model)).map(({ status }) => status) }).toEqual({
      seed,
      open: [],
    });
    expect({ seed, violations: await world.violations() }).toEqual({ seed, violations: [] });
    expect({ seed, twice: [...world.provider.billed].filter(([, count]) => count > 1) }).toEqual({
      seed,
      twice: [],
    });
    const orphans = world.provider.kept().filter((key) => !models.some((model) => needs(model, key)));
    expect({ seed, orphans }).toEqual({ seed, orphans: [] });
    totals.kills += world.kills;
    for (const { status } of models) if (status in totals) totals[status as keyof typeof totals] += 1;
  }
  console.log(JSON.stringify(totals));
  // The faults happened: a simulation without them would show nothing.
  expect(Math.min(...Object.values(totals))).toBeGreaterThan(20);
}, 900_000);

describe('two organizations, of which one has 500 models and the other 5, with 4 permits', () => {
  test('the last model of the small one is done before a tenth of those of the big one', async () => {
    const world = await simulated({
      seed: 'fair',
      organizations: [500, 5],
      capacity: 4,
      fickleness: RELIABLE,
      pace: { trainingSeconds: 20 * 60, generationSeconds: 60 },
      killed: 0,
      deleted: 0,
    });
    const [big = [], small = []] = world.organizationIds.map((id) => world.ends.get(id) ?? []);
    expect([big.length, small.length]).toEqual([500, 5]);
    const lastSmall = Math.max(...small);
    expect(big.filter((end) => end < lastSmall).length).toBeLessThan(50);
  }, 900_000);
});

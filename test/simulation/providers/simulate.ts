import { expect, vi } from 'vitest';
import type { Model } from '../../../shared/domain/model/model.ts';
import { Chance } from '../../chaos/chance.ts';
import { anyFickleness, anyPace } from './fickle-provider.ts';
import { isOver, type Plan, World } from './world.ts';

export async function simulated(plan: Plan): Promise<World> {
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

/**
 * Random providers, with processes killed at any call and models deleted at any time: every job is billed once, no more is
 * kept than what photos need, and the audit finds nothing.
 * @returns how often each kind of end has come
 */
export async function simulateSeeds(seeds: number, provider?: Plan['provider']) {
  const totals = { kills: 0, active: 0, failed: 0, deleted: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const chance = new Chance(String(seed), 'plan');
    const world = await simulated({
      seed: String(seed),
      organizations: [chance.between(1, 3), chance.between(1, 3)],
      capacity: chance.between(1, 4),
      fickleness: anyFickleness(chance),
      pace: anyPace(chance),
      killed: chance.happens(0.3) ? 0 : chance.fraction() * 0.004,
      deleted: 0.4,
      ...(provider && { provider }),
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
  return totals;
}

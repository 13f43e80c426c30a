import { describe, expect, test, vi } from 'vitest';
import { RELIABLE } from './fickle-provider.ts';
import { simulated, simulateSeeds } from './simulate.ts';

/** Images are numbers here: to decode real ones would take real time, in which virtual time would go on. */
vi.mock('../../../shared/images/photo-fingerprint.ts', () => ({
  fingerprintOf: async (image: Uint8Array) => Buffer.from(image).toString(),
  isSameImage: (one: string, other: string) => one === other,
}));

const SEEDS = 300;

test(`${SEEDS} random providers, with processes killed at any call and models deleted at any time, leave no trace that is wrong`, async () => {
  const totals = await simulateSeeds(SEEDS);
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

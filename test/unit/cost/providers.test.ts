import { expect, test } from 'vitest';
import { providerCosts } from '../../../bench/cost/providers.ts';

test('what 40 headshots cost at each provider follows from its price list', () => {
  const costs = Object.fromEntries(providerCosts().map(({ provider, ...cost }) => [provider, cost]));
  expect(costs).toEqual({
    studio: { model: 0, training: 0, furtherImage: 0 },
    astria: { model: expect.closeTo(2.5), training: 1.5, furtherImage: expect.closeTo(0.1) },
    replicate: {
      model: expect.closeTo(1520 * 0.001525),
      training: expect.closeTo(1.83),
      furtherImage: expect.closeTo(0.0122),
    },
    http: {
      model: expect.closeTo((1520 / 3600) * 3),
      training: expect.closeTo(1),
      furtherImage: expect.closeTo(0.00667, 4),
    },
  });
});

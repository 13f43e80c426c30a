import { beforeAll, expect, inject, test } from 'vitest';
import { HOUR } from '../../shared/platform/clock.ts';
import { deployment } from './deployment.ts';
import { run } from './run.ts';
import { Service } from './service.ts';
import { traceOf } from './shrink.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of worlds that are run. */
    worlds: number;
  }
}

// `npm run simulate -- --seed <seed> --steps 30` shrinks a seed that fails here to a trace that can be replayed.

const ACTIONS = 30;
const loading: { service?: Service } = {};
const declared = deployment();
const seeds = Array.from({ length: inject('worlds') }, (_, place) => String(place + 1));

beforeAll(async () => {
  loading.service = await Service.load();
});

test.for(seeds)('every invariant holds in world %s', async (seed) => {
  const { service } = loading;
  if (!service) throw new Error('The service is not loaded.');
  const outcome = await run(service, declared, {
    seed,
    actions: ACTIONS,
    span: 4 * HOUR,
    without: new Set(),
  });
  expect(outcome.violations, traceOf(outcome)).toEqual([]);
});

import { test } from 'vitest';
import type { ProviderFixture } from '../fixture.ts';
import { type ProviderWorld, providerWorld } from '../world.ts';

export type WorldTest = (world: ProviderWorld) => Promise<void>;

/** Declares tests that each have a model, a provider and its stand-in of their own. */
export function testsOf(fixture: ProviderFixture) {
  return (title: string, run: WorldTest): void => {
    test(title, async () => {
      const world = await providerWorld(fixture);
      try {
        await run(world);
      } finally {
        await world.stop();
      }
    });
  };
}

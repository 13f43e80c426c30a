import { describe } from 'vitest';
import { calls } from './conformance/calls.ts';
import { copies } from './conformance/copies.ts';
import { jobs } from './conformance/jobs.ts';
import { photos } from './conformance/photos.ts';
import type { ProviderFixture } from './fixture.ts';

/**
 * The rules that every provider has to keep, as the flow relies on them. Rules about misbehaviour need a stand-in, and
 * are checked for the providers that have one.
 */
export function conformance(fixture: ProviderFixture): void {
  describe(`the provider ${fixture.name}`, () => {
    photos(fixture);
    if (!fixture.isHosted) return;
    calls(fixture);
    jobs(fixture);
    copies(fixture);
  });
}

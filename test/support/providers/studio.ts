import { StudioProvider } from '../../../shared/providers/studio-provider.ts';
import type { ProviderFixture } from './fixture.ts';

export const studio: ProviderFixture = {
  name: 'studio',
  needsPortraits: true,
  start: async ({ clock, store }) => ({
    provider: new StudioProvider(store, clock),
    stop: async () => {},
  }),
};

import { DevelopmentProvider } from '../../../shared/providers/development-provider.ts';
import { type ProviderFixture, TRAINING_SECONDS } from './fixture.ts';

export const development: ProviderFixture = {
  name: 'development',
  start: async ({ clock }) => ({
    provider: new DevelopmentProvider(clock, TRAINING_SECONDS),
    stop: async () => {},
  }),
};

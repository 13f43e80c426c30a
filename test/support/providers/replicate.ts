import { DESTINATION, startReplicate, TRAINER } from '../../../local/providers/replicate.ts';
import { ReplicateProvider } from '../../../shared/providers/replicate/replicate-provider.ts';
import { hostedSettings, type ProviderFixture, SHORT_TIMEOUTS, standInOptions } from './fixture.ts';

export const replicate: ProviderFixture = {
  name: 'replicate',
  isHosted: true,
  postsCallbacks: true,
  retains: true,
  start: async (world) => {
    const standIn = await startReplicate(standInOptions(world.clock));
    const provider = new ReplicateProvider({
      options: { url: standIn.url, trainer: TRAINER, destination: DESTINATION },
      ...hostedSettings(standIn, world),
      // No image hangs, and drawing takes seconds on a busy machine.
      timeouts: { ...SHORT_TIMEOUTS, image: 30_000 },
    });
    return { provider, standIn, stop: () => standIn.stop() };
  },
};

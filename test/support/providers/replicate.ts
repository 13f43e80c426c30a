import { DESTINATION, startReplicate, TRAINER } from '../../../local/providers/replicate.ts';
import { ReplicateProvider } from '../../../shared/providers/replicate/replicate-provider.ts';
import { drawBlocks } from '../draw-blocks.ts';
import {
  GENERATION_SECONDS,
  keyOfStandIn,
  type ProviderFixture,
  SHORT_TIMEOUTS,
  TRAINING_SECONDS,
} from './fixture.ts';

export const replicate: ProviderFixture = {
  name: 'replicate',
  isHosted: true,
  postsCallbacks: true,
  retains: true,
  start: async ({ clock, store }) => {
    const standIn = await startReplicate({
      clock,
      trainingSeconds: TRAINING_SECONDS,
      generationSeconds: GENERATION_SECONDS,
      draw: drawBlocks,
    });
    const provider = new ReplicateProvider({
      options: { url: standIn.url, trainer: TRAINER, destination: DESTINATION },
      key: keyOfStandIn(standIn),
      store,
      clock,
      // No image hangs, and drawing takes seconds on a busy machine.
      timeouts: { ...SHORT_TIMEOUTS, image: 30_000 },
    });
    return { provider, standIn, stop: () => standIn.stop() };
  },
};

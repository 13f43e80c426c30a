import { startAstria } from '../../../local/providers/astria.ts';
import { AstriaProvider } from '../../../shared/providers/astria/astria-provider.ts';
import { drawBlocks } from '../draw-blocks.ts';
import {
  GENERATION_SECONDS,
  keyOfStandIn,
  type ProviderFixture,
  SHORT_TIMEOUTS,
  TRAINING_SECONDS,
} from './fixture.ts';

export const astria: ProviderFixture = {
  name: 'astria',
  isHosted: true,
  postsCallbacks: true,
  start: async ({ clock, store }) => {
    const standIn = await startAstria({
      clock,
      trainingSeconds: TRAINING_SECONDS,
      generationSeconds: GENERATION_SECONDS,
      draw: drawBlocks,
    });
    const provider = new AstriaProvider({
      options: { url: standIn.url },
      key: keyOfStandIn(standIn),
      store,
      clock,
      timeouts: SHORT_TIMEOUTS,
    });
    return { provider, standIn, stop: () => standIn.stop() };
  },
};

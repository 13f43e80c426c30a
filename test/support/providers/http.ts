import { startHttpStandIn } from '../../../local/providers/http.ts';
import { HttpProvider } from '../../../shared/providers/http/http-provider.ts';
import { drawBlocks } from '../draw-blocks.ts';
import {
  GENERATION_SECONDS,
  keyOfStandIn,
  type ProviderFixture,
  SHORT_TIMEOUTS,
  TRAINING_SECONDS,
} from './fixture.ts';

export const http: ProviderFixture = {
  name: 'http',
  isHosted: true,
  postsCallbacks: true,
  async start({ clock, store }) {
    const standIn = await startHttpStandIn({
      clock,
      trainingSeconds: TRAINING_SECONDS,
      generationSeconds: GENERATION_SECONDS,
      draw: drawBlocks,
    });
    const provider = new HttpProvider({
      options: { url: standIn.url },
      key: keyOfStandIn(standIn),
      store,
      clock,
      timeouts: SHORT_TIMEOUTS,
    });
    return { provider, standIn, stop: () => standIn.stop() };
  },
};

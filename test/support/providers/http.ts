import { startHttpStandIn } from '../../../local/providers/http.ts';
import { HttpProvider } from '../../../shared/providers/http/http-provider.ts';
import { hostedSettings, type ProviderFixture, standInOptions } from './fixture.ts';

export const http: ProviderFixture = {
  name: 'http',
  isHosted: true,
  postsCallbacks: true,
  async start(world) {
    const standIn = await startHttpStandIn(standInOptions(world.clock));
    const provider = new HttpProvider({
      options: { url: standIn.url },
      ...hostedSettings(standIn, world),
    });
    return { provider, standIn, stop: () => standIn.stop() };
  },
};

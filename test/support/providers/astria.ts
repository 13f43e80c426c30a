import { type AstriaStandIn, startAstria } from '../../../local/providers/astria.ts';
import { AstriaProvider } from '../../../shared/providers/astria/astria-provider.ts';
import { hostedSettings, type ProviderFixture, standInOptions } from './fixture.ts';

type Options = Partial<ConstructorParameters<typeof AstriaProvider>[0]['options']>;

/** Astria with options beside the URL. @param onStart called with the stand-in */
export function astriaWith(
  options: Options,
  onStart: (standIn: AstriaStandIn) => void = () => undefined,
): ProviderFixture {
  return {
    name: 'astria',
    isHosted: true,
    postsCallbacks: true,
    start: async (world) => {
      const standIn = await startAstria(standInOptions(world.clock));
      onStart(standIn);
      const provider = new AstriaProvider({
        options: { url: standIn.url, ...options },
        ...hostedSettings(standIn, world),
      });
      return { provider, standIn, stop: () => standIn.stop() };
    },
  };
}

export const astria = astriaWith({});

import type { ProviderName } from '../contract/providers.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { DevelopmentProvider } from '../providers/development-provider.ts';
import type { Provider, Providers } from '../providers/provider.ts';
import { StudioProvider } from '../providers/studio-provider.ts';
import { deployedImageStore } from './images.ts';
import { deployedDefaultProvider } from './settings.ts';

/** The stage's providers; PROVIDER names the default. */
export function deployedProviders(): Providers {
  return {
    of: (model) => deployedProvider(model.provider ?? deployedDefaultProvider()),
    named: deployedProvider,
  };
}

function deployedProvider(name: ProviderName): Provider {
  switch (name) {
    case 'studio':
      return new StudioProvider(deployedImageStore(), systemClock);
    case 'development':
      return new DevelopmentProvider(systemClock, Number(environment('DEVELOPMENT_PACE_SECONDS')));
    case 'astria':
    case 'replicate':
    case 'http':
      throw new Error(`The provider ${name} is not there yet.`);
  }
}

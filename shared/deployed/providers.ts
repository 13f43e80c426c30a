import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { DevelopmentProvider } from '../providers/development-provider.ts';
import type { Providers } from '../providers/provider.ts';
import { StudioProvider } from '../providers/studio-provider.ts';
import { deployedImageStore } from './images.ts';
import { deployedDefaultProvider } from './settings.ts';

/** The stage's providers; PROVIDER names the default. */
export function deployedProviders(): Providers {
  return {
    of: (model) => {
      switch (model.provider ?? deployedDefaultProvider()) {
        case 'studio':
          return new StudioProvider(deployedImageStore(), systemClock);
        case 'development':
          return new DevelopmentProvider(systemClock, Number(environment('DEVELOPMENT_PACE_SECONDS')));
      }
    },
  };
}

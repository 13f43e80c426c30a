import { Problem } from '../contract/errors.ts';
import { PROVIDER_NAMES, type ProviderName } from '../domain/organization/organization.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { DevelopmentProvider } from '../providers/development-provider.ts';
import type { Providers } from '../providers/provider.ts';
import { StudioProvider } from '../providers/studio-provider.ts';
import { deployedImageStore } from './images.ts';

/** The stage's providers; PROVIDER names the default. */
export function deployedProviders(): Providers {
  return {
    of: (model) => {
      switch (model.provider ?? defaultProvider()) {
        case 'studio':
          return new StudioProvider(deployedImageStore(), systemClock);
        case 'development':
          return new DevelopmentProvider(systemClock, Number(environment('DEVELOPMENT_PACE_SECONDS')));
      }
    },
  };
}

function defaultProvider(): ProviderName {
  const configured = environment('PROVIDER');
  const name = PROVIDER_NAMES.find((known) => known === configured);
  if (!name)
    throw new Problem(
      'INTERNAL_ERROR',
      `There is no provider called ${configured}: set PROVIDER to ${PROVIDER_NAMES.join(' or ')}.`,
    );
  return name;
}

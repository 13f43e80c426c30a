import { type ProviderOptions, providerOptions } from '../contract/provider-options.ts';
import type { HostedProviderName, ProviderName } from '../contract/providers.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { AstriaProvider } from '../providers/astria/astria-provider.ts';
import { DevelopmentProvider } from '../providers/development-provider.ts';
import { HttpProvider } from '../providers/http/http-provider.ts';
import type { Provider, Providers } from '../providers/provider.ts';
import { ReplicateProvider } from '../providers/replicate/replicate-provider.ts';
import { StudioProvider } from '../providers/studio-provider.ts';
import { deployedImageStore } from './images.ts';
import { deployedProviderKey } from './provider-keys.ts';
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
      return new AstriaProvider(hosted(name));
    case 'replicate':
      return new ReplicateProvider(hosted(name));
    case 'http':
      return new HttpProvider(hosted(name));
  }
}

function hosted<Name extends HostedProviderName>(name: Name) {
  return {
    options: deployedOptions(name),
    key: deployedProviderKey(name),
    store: deployedImageStore(),
    clock: systemClock,
  };
}

/** @throws when the stage has no settings of the provider. */
function deployedOptions<Name extends HostedProviderName>(name: Name): NonNullable<ProviderOptions[Name]> {
  const options = providerOptions.parse(JSON.parse(environment('PROVIDER_OPTIONS')))[name];
  if (!options)
    throw new Error(`The stage has no settings of ${name}: add providerOptions.${name} to its file.`);
  return options;
}

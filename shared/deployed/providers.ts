import {
  type ProviderOptions,
  providerOptions,
  type SageMakerOptions,
} from '../contract/provider-options.ts';
import type { HostedProviderName, KeyedProviderName, ProviderName } from '../contract/providers.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { AstriaProvider } from '../providers/astria/astria-provider.ts';
import { DevelopmentProvider } from '../providers/development-provider.ts';
import { HttpProvider } from '../providers/http/http-provider.ts';
import type { Provider, Providers } from '../providers/provider.ts';
import { ReplicateProvider } from '../providers/replicate/replicate-provider.ts';
import { SageMakerProvider } from '../providers/sagemaker/sagemaker-provider.ts';
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
    case 'sagemaker':
      return deployedSageMaker(deployedOptions(name));
  }
}

/** The clients of SageMaker and STS are large, and other providers go without them. */
function deployedSageMaker(options: SageMakerOptions): SageMakerProvider {
  return new SageMakerProvider({
    options,
    store: deployedImageStore(),
    accountOf: async (tag) => {
      const { awsAccount, STAND_IN_RESOURCES, trainingResources } = await import(
        '../providers/sagemaker/aws-account.ts'
      );
      const isStandIn = options.url !== undefined;
      const resources = isStandIn ? STAND_IN_RESOURCES : trainingResources(environment('TRAINING_ACCOUNT'));
      return awsAccount({ resources, options }, tag);
    },
  });
}

function hosted<Name extends KeyedProviderName>(name: Name) {
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

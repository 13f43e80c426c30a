/** The providers that train models. A stage has a default, and an organization can have another one. */
export const PROVIDER_NAMES = ['studio', 'development', 'astria', 'replicate', 'http', 'sagemaker'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

export const MADE_BY = ['retouched', 'generated'] as const;
export type MadeBy = (typeof MADE_BY)[number];

/**
 * How each provider makes headshots. `retouched`: the uploads are cut out and set before backdrops, so that the clothes
 * stay. `generated`: a model learns how the person looks, and makes photos in other clothes.
 */
export const MADE_BY_PROVIDER: Readonly<Record<ProviderName, MadeBy>> = {
  studio: 'retouched',
  development: 'generated',
  astria: 'generated',
  replicate: 'generated',
  http: 'generated',
  sagemaker: 'generated',
};

/** Providers that are reached over HTTP with a key of the stage. */
export const KEYED_PROVIDERS = ['astria', 'replicate', 'http'] as const satisfies readonly ProviderName[];
export type KeyedProviderName = (typeof KEYED_PROVIDERS)[number];

/** Providers that keep copies of what they get outside of the images bucket. */
export const HOSTED_PROVIDERS = [...KEYED_PROVIDERS, 'sagemaker'] as const satisfies readonly ProviderName[];
export type HostedProviderName = (typeof HOSTED_PROVIDERS)[number];

export function isHosted(name: ProviderName): name is HostedProviderName {
  return HOSTED_PROVIDERS.some((hosted) => hosted === name);
}

export function isKeyed(name: ProviderName): name is KeyedProviderName {
  return KEYED_PROVIDERS.some((keyed) => keyed === name);
}

/** The providers that train models. A stage has a default, and an organization can have another one. */
export const PROVIDER_NAMES = ['studio', 'development', 'astria', 'replicate', 'http'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Providers that are reached over HTTP with a key of the stage, and that keep copies of what they get. */
export const HOSTED_PROVIDERS = ['astria', 'replicate', 'http'] as const satisfies readonly ProviderName[];
export type HostedProviderName = (typeof HOSTED_PROVIDERS)[number];

export function isHosted(name: ProviderName): name is HostedProviderName {
  return HOSTED_PROVIDERS.some((hosted) => hosted === name);
}

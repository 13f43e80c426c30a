/** The providers that train models. A stage has a default, and an organization can have another one. */
export const PROVIDER_NAMES = ['studio', 'development'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

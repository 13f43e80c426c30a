import * as z from 'zod';

/** The providers that train models. A stage has a default, and an organization can have another one. */
export const PROVIDER_NAMES = ['studio', 'development'] as const;
export const providerName = z.enum(PROVIDER_NAMES);
export type ProviderName = z.infer<typeof providerName>;

import * as z from 'zod';

/** The settings of hosted providers, which a stage has for those that it uses. Keys are in Secrets Manager. */
export const providerOptions = z.strictObject({
  astria: z.strictObject({ url: z.url() }).optional(),
  replicate: z.strictObject({ url: z.url() }).optional(),
  http: z.strictObject({ url: z.url() }).optional(),
});
export type ProviderOptions = z.infer<typeof providerOptions>;

/** The keys of hosted providers, as their secret holds them. */
export const providerKeys = z.partialRecord(
  z.enum(['astria', 'replicate', 'http']),
  z.strictObject({
    apiKey: z.string().min(1),
    /** The secret that signs the provider's callbacks, where it signs them. */
    webhookSecret: z.string().min(1).optional(),
  }),
);
export type ProviderKeys = z.infer<typeof providerKeys>;
export type ProviderKey = NonNullable<ProviderKeys['astria']>;

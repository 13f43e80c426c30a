import * as z from 'zod';

const astria = z.strictObject({
  /** The base of its interface. Default: that of Astria. */
  url: z.url().optional(),
  /** The base model in Astria's gallery on which LoRAs are trained. Default: 1504944, Flux.1 dev. */
  baseTuneId: z.int().min(1).optional(),
  /** How it is trained. Default: `flux-lora-portrait`. */
  preset: z.string().min(1).optional(),
  /** True for Astria's own test mode, `branch: "fast"`: free, with mock images. Default: false. */
  testMode: z.boolean().optional(),
  /** Has Astria inspect each photo before a training is paid for. Default: true. */
  inspection: z.boolean().optional(),
  /** The account's prices in US dollars, for the recorded costs. Without them costs are recorded in units only. */
  prices: z.strictObject({ tune: z.number().min(0), image: z.number().min(0) }).optional(),
});

/** The settings of hosted providers, which a stage has for those that it uses. Keys are in Secrets Manager. */
export const providerOptions = z.strictObject({
  astria: astria.optional(),
  replicate: z.strictObject({ url: z.url() }).optional(),
  http: z.strictObject({ url: z.url() }).optional(),
});
export type ProviderOptions = z.infer<typeof providerOptions>;
export type AstriaOptions = z.infer<typeof astria>;

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

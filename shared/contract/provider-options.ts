import * as z from 'zod';

/** The hardware that Replicate bills by the second, by its SKU. Fine-tunes of Flux are trained and run on H100s. */
export const REPLICATE_HARDWARE = ['gpu-h100', 'gpu-a100-large', 'gpu-l40s'] as const;
export type ReplicateHardware = (typeof REPLICATE_HARDWARE)[number];

const replicate = z.strictObject({
  /** The base of its interface. Default: that of Replicate. */
  url: z.url().optional(),
  /** The trainer and its version: `ostris/flux-dev-lora-trainer:<64 hexadecimal digits>`. */
  trainer: z
    .string()
    .regex(
      /^[\w.-]+\/[\w.-]+:[0-9a-f]{64}$/,
      'must be owner/name:version, with all 64 digits of the version',
    ),
  /** The private model of the account to which trained versions are added: `owner/name`. */
  destination: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
  /** The hardware of the trainer and of the trained versions, for the recorded costs. Default: `gpu-h100`. */
  hardware: z.enum(REPLICATE_HARDWARE).optional(),
});

const http = z.strictObject({
  /** The address of the GPU worker, to which /v1 is appended. On AWS it has TLS. */
  url: z.url({ protocol: /^https?$/, error: 'must be an https URL' }),
});

/** The settings of hosted providers, which a stage has for those that it uses. Keys are in Secrets Manager. */
export const providerOptions = z.strictObject({
  astria: z.strictObject({ url: z.url() }).optional(),
  replicate: replicate.optional(),
  http: http.optional(),
});
export type ProviderOptions = z.infer<typeof providerOptions>;
export type ReplicateOptions = z.infer<typeof replicate>;

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

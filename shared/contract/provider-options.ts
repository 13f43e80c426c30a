import * as z from 'zod';
import { KEYED_PROVIDERS } from './providers.ts';

const astria = z.strictObject({
  /** The base of its interface. Default: that of Astria. */
  url: z.url().optional(),
  /** The base model in Astria's gallery on which LoRAs are trained. Default: 1504944, Flux.1 dev. */
  baseTuneId: z.int().min(1).optional(),
  /** The preset of the training. Default: `flux-lora-portrait`. */
  preset: z.string().min(1).optional(),
  /** True for Astria's own test mode, `branch: "fast"`: free, with mock images. Default: false. */
  testMode: z.boolean().optional(),
  /** Has Astria inspect each photo before a training is paid for. Default: true. */
  inspection: z.boolean().optional(),
  /** The account's prices in US dollars, for the recorded costs. Without them costs are recorded in units only. */
  prices: z.strictObject({ tune: z.number().min(0), image: z.number().min(0) }).optional(),
});

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

/** Instances with one GPU of 24 GB or more, and with local storage, which their hardware encrypts. */
export const TRAINING_INSTANCES = [
  'ml.g5.xlarge',
  'ml.g5.2xlarge',
  'ml.g6.xlarge',
  'ml.g6.2xlarge',
  'ml.g6e.xlarge',
  'ml.g6e.2xlarge',
  'ml.p5.4xlarge',
] as const;

/** The instance of a stage that names none. */
export const TRAINING_INSTANCE = 'ml.g6e.xlarge';

const sagemaker = z.strictObject({
  /** The base of a stand-in's interface, on this machine only: with it, the stage has no resources of SageMaker. */
  url: z.url().optional(),
  /** The tag of the image of `trainer/` in the stage's ECR repository. */
  imageTag: z.string().regex(/^[\w][\w.-]{0,127}$/, 'must be the tag of an image'),
  /** The instance of every job. Default: `ml.g6e.xlarge`. */
  instanceType: z.enum(TRAINING_INSTANCES).optional(),
  /** Whether jobs run on Spot capacity, which is cheaper and may be interrupted. Default: true. */
  spot: z.boolean().optional(),
  /** The on-demand price of the instance in US dollars, for the recorded costs. Without it only seconds are recorded. */
  usdPerHour: z.number().min(0).optional(),
});

/** The settings of hosted providers, which a stage has for those that it uses. Keys are in Secrets Manager. */
export const providerOptions = z.strictObject({
  astria: astria.optional(),
  replicate: replicate.optional(),
  http: http.optional(),
  sagemaker: sagemaker.optional(),
});
export type ProviderOptions = z.infer<typeof providerOptions>;
export type AstriaOptions = z.infer<typeof astria>;
export type ReplicateOptions = z.infer<typeof replicate>;
export type SageMakerOptions = z.infer<typeof sagemaker>;

/** The keys of hosted providers, as their secret holds them. */
export const providerKeys = z.partialRecord(
  z.enum(KEYED_PROVIDERS),
  z.strictObject({
    apiKey: z.string().min(1),
    /** The secret that signs the provider's callbacks, where it signs them. */
    webhookSecret: z.string().min(1).optional(),
  }),
);
export type ProviderKeys = z.infer<typeof providerKeys>;
export type ProviderKey = NonNullable<ProviderKeys['astria']>;

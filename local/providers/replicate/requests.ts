import * as z from 'zod';

/** Requests as Replicate documents them. A field that is not documented is an error, to notice mistakes of ours. */

const webhook = {
  /** Replicate takes HTTPS only. Addresses on this machine have no certificates. */
  webhook: z
    .url({ protocol: /^https?$/ })
    .refine(isHttpsOrLoopback, 'Webhooks must be HTTPS')
    .optional(),
  webhook_events_filter: z.array(z.enum(['start', 'output', 'logs', 'completed'])).optional(),
};

export const trainingBody = z.strictObject({
  destination: z.string(),
  input: z.strictObject({
    input_images: z.url(),
    trigger_word: z.string().default('TOK'),
    autocaption: z.boolean().optional(),
    autocaption_prefix: z.string().optional(),
    autocaption_suffix: z.string().optional(),
    steps: z.int().min(3).max(6000).optional(),
    learning_rate: z.number().optional(),
    batch_size: z.int().optional(),
    resolution: z.string().optional(),
    lora_rank: z.int().min(1).max(128).optional(),
    caption_dropout_rate: z.number().min(0).max(1).optional(),
  }),
  ...webhook,
});
export type TrainingBody = z.infer<typeof trainingBody>;

const side = z.int().min(256).max(1440).multipleOf(16);

export const predictionBody = z.strictObject({
  /** `owner/name:version` or `version`. */
  version: z.string().regex(/^([\w.-]+\/[\w.-]+:)?[0-9a-f]{64}$/),
  input: z
    .strictObject({
      prompt: z.string().min(1),
      num_outputs: z.int().min(1).max(4).default(1),
      aspect_ratio: z.enum(['1:1', '2:3', '3:4', '4:5', 'custom']).default('1:1'),
      width: side.optional(),
      height: side.optional(),
      seed: z.int().min(0).max(0xffff_ffff).default(42),
      lora_scale: z.number().min(-1).max(2).optional(),
      num_inference_steps: z.int().min(1).max(50).optional(),
      guidance_scale: z.number().min(0).max(10).optional(),
      output_format: z.enum(['webp', 'jpg', 'png']).optional(),
      output_quality: z.int().min(0).max(100).optional(),
      disable_safety_checker: z.boolean().optional(),
    })
    .refine(
      ({ aspect_ratio, width, height }) =>
        aspect_ratio !== 'custom' || (width !== undefined && height !== undefined),
      "width and height must be defined if aspect ratio is 'custom'",
    ),
  ...webhook,
});
export type PredictionBody = z.infer<typeof predictionBody>;

function isHttpsOrLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost';
}

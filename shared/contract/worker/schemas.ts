import * as z from 'zod';
import { described } from '../fields.ts';

/**
 * The interface of a GPU worker, which trains models and makes photos on hardware of one's own. The provider `http` parses
 * answers with it; docs/provider.openapi.json and the reference worker's validation are generated from it.
 */

/** Every path of a worker begins with it. A change that breaks workers gets another one. */
export const WORKER_BASE = '/v1';

const TEXT_MAX = 4000;
const SEED_MAX = 2 ** 32 - 1;

const jobId = described(
  z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  "The worker's id of the job.",
  'trn_5f0c1a9e44b7d2c8',
);

export const modelName = described(
  z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  "The caller's name of the model. Everything that is made for a model is deleted by it.",
  'mdl_01JNZ8M4T0W3C7R5Y9XKQ2B6VD',
);

const callbackUrl = described(
  z.url({ protocol: /^https?$/ }),
  'The URL to which the worker posts that the job has ended. It contains a secret, so it must not be logged.',
  'https://headshots.example.com/api/providers/http/org_1.mdl_1.1.training.Hq0s',
);

export const workerInfo = z
  .object({
    name: described(z.string().min(1).max(100), 'A name for operators.', 'rack-1'),
    version: described(z.string().min(1).max(100), "The version of the worker's program.", '1.0.0'),
    maxImagesPerTraining: described(
      z.int().min(1),
      'The images that one training takes. The caller sends no more of them.',
      25,
    ),
    maxImagesPerGeneration: described(
      z.int().min(1),
      'The shots that one generation takes. The caller requests more shots by several generations.',
      8,
    ),
  })
  .meta({ id: 'Worker', description: 'What the worker is, and what it takes.' });

export const trainingParameters = z
  .object({
    model: modelName,
    subject: described(z.enum(['man', 'woman', 'person']), 'The person in the images.'),
    trigger: described(
      z.string().min(1).max(100),
      'The words by which prompts name the person.',
      'ohwx woman',
    ),
    callbackUrl,
  })
  .meta({ id: 'TrainingParameters' });

const shot = z
  .object({
    prompt: described(
      z.string().min(1).max(TEXT_MAX),
      'The image to make. It contains the `trigger` of the training.',
      'studio portrait of ohwx woman, light grey backdrop, navy blazer, soft light',
    ),
    negativePrompt: described(
      z.string().max(TEXT_MAX).optional(),
      'What the image must not show, for models that take it.',
    ),
    seed: described(
      z.int().min(0).max(SEED_MAX),
      'The seed. The same seed and prompt should give the same image.',
      1207,
    ),
  })
  .meta({ id: 'Shot' });

export const generationParameters = z
  .object({
    training: described(jobId, 'The id of a training that has succeeded.'),
    shots: z.array(shot).min(1).max(100),
    width: described(z.int().min(64).max(4096), 'Pixels, a multiple of 16.', 1024),
    height: described(z.int().min(64).max(4096), 'Pixels, a multiple of 16.', 1280),
    callbackUrl,
  })
  .meta({ id: 'GenerationParameters' });

const jobError = z
  .object({
    code: described(
      z.string().min(1).max(100),
      'A code for programs: `images_rejected`, `out_of_memory`, or one of your own.',
      'images_rejected',
    ),
    message: described(
      z.string().max(1000),
      'The cause, for operators. It contains no personal data.',
      'Four of five images show several people.',
    ),
    retryable: described(
      z.boolean(),
      'Whether the same request may succeed later. False ends the model, and tells its member that the photos were refused.',
    ),
  })
  .meta({ id: 'JobError', description: 'The reason why a job has failed.' });

const usage = z
  .object({
    unit: described(z.string().min(1).max(40), 'The unit of the amount.', 'GPU second'),
    amount: z
      .number()
      .min(0)
      .meta({ examples: [812] }),
    seconds: described(z.number().min(0).optional(), 'The time that the job took.', 812),
    usd: described(z.number().min(0).optional(), 'The cost in US dollars, if it is known.'),
  })
  .meta({ id: 'Usage', description: 'What the job has cost.' });

const jobFields = {
  id: jobId,
  model: modelName,
  status: described(
    z.enum(['queued', 'running', 'succeeded', 'failed']),
    '`succeeded` and `failed` are final.',
    'running',
  ),
  etaSeconds: described(
    z.int().min(0).nullish(),
    'Seconds until the job will have ended, if they are known.',
    540,
  ),
  error: described(jobError.nullish(), 'Present when the job has failed.'),
  usage: usage.nullish(),
};

export const training = z
  .object({ ...jobFields, object: z.literal('training') })
  .meta({ id: 'Training', description: 'A training. Generations refer to it once it has succeeded.' });

const generatedImage = z
  .object({
    url: described(
      z.string().min(1).max(8000),
      "An https URL, or a path that is appended to the worker's address. The API key is sent to the worker's own origin only; an image of another host needs a signed URL.",
      '/v1/generations/gen_77/images/0',
    ),
    expiresAt: described(
      z.iso.datetime().nullish(),
      'The time until which the image can be downloaded, if there is one.',
    ),
  })
  .meta({ id: 'GeneratedImage', description: 'A JPEG, PNG or WebP.' });

export const generation = z
  .object({
    ...jobFields,
    object: z.literal('generation'),
    images: described(
      z.array(generatedImage).nullish(),
      'Present when the generation has succeeded: one image per shot, in their order.',
    ),
  })
  .meta({ id: 'Generation', description: 'A set of images of one trained model.' });

export const deletion = z
  .object({
    model: modelName,
    deleted: described(
      z.boolean(),
      'True when nothing of the model is left: no image, no weights, no job that runs.',
    ),
    reason: described(
      z.string().max(1000).optional(),
      'What is still to be deleted, when `deleted` is false.',
    ),
  })
  .meta({ id: 'Deletion' });

export const workerError = z
  .object({
    error: z.object({
      code: described(z.string().min(1).max(100), 'A code for programs.', 'invalid_request'),
      message: described(
        z.string().max(1000),
        'The cause and the remedy, for operators.',
        'shots.0.prompt is required.',
      ),
    }),
  })
  .meta({ id: 'Error' });

const endedAt = described(z.iso.datetime(), 'The time at which the job ended.');

export const trainingCallback = z
  .object({
    type: z.enum(['training.succeeded', 'training.failed']),
    timestamp: endedAt,
    data: training,
  })
  .meta({ id: 'TrainingCallback' });
export const generationCallback = z
  .object({
    type: z.enum(['generation.succeeded', 'generation.failed']),
    timestamp: endedAt,
    data: generation,
  })
  .meta({ id: 'GenerationCallback' });

export type WorkerInfo = z.infer<typeof workerInfo>;
export type TrainingParameters = z.infer<typeof trainingParameters>;
export type GenerationParameters = z.infer<typeof generationParameters>;
export type WorkerJob = Omit<z.infer<typeof training>, 'object'>;

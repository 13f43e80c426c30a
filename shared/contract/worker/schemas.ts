import * as z from 'zod';

/**
 * The interface of a GPU worker: a server that trains models and makes photos for this service on hardware of one's
 * own. The provider `http` calls it. The adapter parses answers with these schemas, and docs/provider.openapi.json and
 * the validation of the reference worker are generated from them.
 */

/** Every path of a worker begins with it. A change that breaks workers gets another one. */
export const WORKER_BASE = '/v1';

const TEXT_MAX = 4000;
const SEED_MAX = 2 ** 32 - 1;

const jobId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/)
  .meta({ description: "The worker's id of the job.", examples: ['trn_5f0c1a9e44b7d2c8'] });

export const modelName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({
    description: "The caller's name of the model. Everything that is made for a model is deleted by it.",
    examples: ['mdl_01JNZ8M4T0W3C7R5Y9XKQ2B6VD'],
  });

const callbackUrl = z.url({ protocol: /^https?$/ }).meta({
  description:
    'The URL to which the worker posts that the job has ended. It contains a secret, so it must not be logged.',
  examples: ['https://headshots.example.com/api/providers/http/org_1.mdl_1.1.training.Hq0s'],
});

export const workerInfo = z
  .object({
    name: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'A name for operators.', examples: ['rack-1'] }),
    version: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: "The version of the worker's program.", examples: ['1.0.0'] }),
    maxImagesPerTraining: z
      .int()
      .min(1)
      .meta({
        description: 'The images that one training takes. The caller sends no more of them.',
        examples: [25],
      }),
    maxImagesPerGeneration: z
      .int()
      .min(1)
      .meta({
        description:
          'The shots that one generation takes. The caller requests more shots by several generations.',
        examples: [8],
      }),
  })
  .meta({ id: 'Worker', description: 'What the worker is, and what it takes.' });

export const trainingParameters = z
  .object({
    model: modelName,
    subject: z.enum(['man', 'woman', 'person']).meta({ description: 'The person in the images.' }),
    trigger: z
      .string()
      .min(1)
      .max(100)
      .meta({
        description: 'The words by which prompts name the person.',
        examples: ['ohwx woman'],
      }),
    callbackUrl,
  })
  .meta({ id: 'TrainingParameters' });

const shot = z
  .object({
    prompt: z
      .string()
      .min(1)
      .max(TEXT_MAX)
      .meta({
        description: 'The image to make. It contains the `trigger` of the training.',
        examples: ['studio portrait of ohwx woman, light grey backdrop, navy blazer, soft light'],
      }),
    negativePrompt: z
      .string()
      .max(TEXT_MAX)
      .optional()
      .meta({ description: 'What the image must not show, for models that take it.' }),
    seed: z
      .int()
      .min(0)
      .max(SEED_MAX)
      .meta({
        description: 'The seed. The same seed and prompt should give the same image.',
        examples: [1207],
      }),
  })
  .meta({ id: 'Shot' });

export const generationParameters = z
  .object({
    training: jobId.meta({ description: 'The id of a training that has succeeded.' }),
    shots: z.array(shot).min(1).max(100),
    width: z
      .int()
      .min(64)
      .max(4096)
      .meta({ description: 'Pixels, a multiple of 16.', examples: [1024] }),
    height: z
      .int()
      .min(64)
      .max(4096)
      .meta({ description: 'Pixels, a multiple of 16.', examples: [1280] }),
    callbackUrl,
  })
  .meta({ id: 'GenerationParameters' });

const jobError = z
  .object({
    code: z
      .string()
      .min(1)
      .max(100)
      .meta({
        description: 'A code for programs: `images_rejected`, `out_of_memory`, or one of your own.',
        examples: ['images_rejected'],
      }),
    message: z
      .string()
      .max(1000)
      .meta({
        description: 'The cause, for operators. It contains no personal data.',
        examples: ['Four of five images show several people.'],
      }),
    retryable: z.boolean().meta({
      description:
        'Whether the same request may succeed later. False ends the model, and tells its member that the photos were refused.',
    }),
  })
  .meta({ id: 'JobError', description: 'The reason why a job has failed.' });

const usage = z
  .object({
    unit: z
      .string()
      .min(1)
      .max(40)
      .meta({ description: 'The unit of the amount.', examples: ['GPU second'] }),
    amount: z
      .number()
      .min(0)
      .meta({ examples: [812] }),
    seconds: z
      .number()
      .min(0)
      .optional()
      .meta({ description: 'The time that the job took.', examples: [812] }),
    usd: z.number().min(0).optional().meta({ description: 'The cost in US dollars, if it is known.' }),
  })
  .meta({ id: 'Usage', description: 'What the job has cost.' });

const jobFields = {
  id: jobId,
  model: modelName,
  status: z
    .enum(['queued', 'running', 'succeeded', 'failed'])
    .meta({ description: '`succeeded` and `failed` are final.', examples: ['running'] }),
  etaSeconds: z
    .int()
    .min(0)
    .nullish()
    .meta({ description: 'Seconds until the job will have ended, if they are known.', examples: [540] }),
  error: jobError.nullish().meta({ description: 'Present when the job has failed.' }),
  usage: usage.nullish(),
};

export const training = z
  .object({ ...jobFields, object: z.literal('training') })
  .meta({ id: 'Training', description: 'A training. Generations refer to it once it has succeeded.' });

const generatedImage = z
  .object({
    url: z
      .string()
      .min(1)
      .max(8000)
      .meta({
        description:
          "An https URL, or a path that is appended to the worker's address. The API key is sent to the worker's own origin only; an image of another host needs a signed URL.",
        examples: ['/v1/generations/gen_77/images/0'],
      }),
    expiresAt: z.iso
      .datetime()
      .nullish()
      .meta({ description: 'The time until which the image can be downloaded, if there is one.' }),
  })
  .meta({ id: 'GeneratedImage', description: 'A JPEG, PNG or WebP.' });

export const generation = z
  .object({
    ...jobFields,
    object: z.literal('generation'),
    images: z.array(generatedImage).nullish().meta({
      description: 'Present when the generation has succeeded: one image per shot, in their order.',
    }),
  })
  .meta({ id: 'Generation', description: 'A set of images of one trained model.' });

export const deletion = z
  .object({
    model: modelName,
    deleted: z.boolean().meta({
      description: 'True when nothing of the model is left: no image, no weights, no job that runs.',
    }),
    reason: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'What is still to be deleted, when `deleted` is false.' }),
  })
  .meta({ id: 'Deletion' });

export const workerError = z
  .object({
    error: z.object({
      code: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: 'A code for programs.', examples: ['invalid_request'] }),
      message: z
        .string()
        .max(1000)
        .meta({
          description: 'The cause and the remedy, for operators.',
          examples: ['shots.0.prompt is required.'],
        }),
    }),
  })
  .meta({ id: 'Error' });

const endedAt = z.iso.datetime().meta({ description: 'The time at which the job ended.' });

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

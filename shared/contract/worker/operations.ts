import type * as z from 'zod';
import {
  deletion,
  generation,
  generationParameters,
  training,
  trainingParameters,
  WORKER_BASE,
  workerInfo,
} from './schemas.ts';

/** The name of the part of a training's form that holds its parameters as JSON, and of the parts that are JPEGs. */
export const PARAMETERS_PART = 'training';
export const IMAGES_PART = 'images';

export type WorkerErrorCode = 'invalid_request' | 'unauthorized' | 'not_found' | 'model_deleted' | 'busy';

/** The errors of the interface, by their codes. */
export const WORKER_ERRORS: Readonly<Record<WorkerErrorCode, { status: number; when: string }>> = {
  invalid_request: {
    status: 400,
    when: 'The request is not valid. The caller does not repeat it, and the model ends.',
  },
  unauthorized: { status: 401, when: 'The API key is missing or wrong. The caller waits for another one.' },
  not_found: {
    status: 404,
    when: 'The job or the training does not exist (any more). The caller starts the model again.',
  },
  model_deleted: { status: 410, when: 'The model was deleted. Nothing is made for it any more.' },
  busy: {
    status: 429,
    when: 'The worker has no place for the request. The caller repeats it after Retry-After seconds.',
  },
};

export interface WorkerOperation {
  operationId: string;
  method: 'get' | 'post' | 'delete';
  path: string;
  summary: string;
  description?: string;
  /** `form` has the body as the part {@link PARAMETERS_PART}, and images. */
  body?: { schema: z.ZodType; form?: true };
  isIdempotent?: true;
  answers: Readonly<Record<number, { description: string; schema: z.ZodType }>>;
  errors: readonly WorkerErrorCode[];
}

const jobAnswers = (schema: z.ZodType) => ({
  200: { description: 'A job with this key exists already. Nothing was started.', schema },
  201: { description: 'The job was stored. It runs when its turn comes.', schema },
});

/** Every operation of the interface, in the order of the document. */
export const WORKER_OPERATIONS: readonly WorkerOperation[] = [
  {
    operationId: 'getWorker',
    method: 'get',
    path: WORKER_BASE,
    summary: 'Get the name and the limits of the worker',
    answers: { 200: { description: 'The worker.', schema: workerInfo } },
    errors: ['unauthorized'],
  },
  {
    operationId: 'createTraining',
    method: 'post',
    path: `${WORKER_BASE}/trainings`,
    summary: 'Train a model of a person',
    description:
      'The images are sent, so that a worker needs no access to the bucket. They are JPEGs, upright, without metadata, with up to 1,536 pixels on their long side.',
    body: { schema: trainingParameters, form: true },
    isIdempotent: true,
    answers: jobAnswers(training),
    errors: ['invalid_request', 'unauthorized', 'model_deleted', 'busy'],
  },
  {
    operationId: 'getTraining',
    method: 'get',
    path: `${WORKER_BASE}/trainings/{id}`,
    summary: 'Get a training',
    answers: { 200: { description: 'The training.', schema: training } },
    errors: ['unauthorized', 'not_found'],
  },
  {
    operationId: 'createGeneration',
    method: 'post',
    path: `${WORKER_BASE}/generations`,
    summary: 'Make images of a trained model',
    body: { schema: generationParameters },
    isIdempotent: true,
    answers: jobAnswers(generation),
    errors: ['invalid_request', 'unauthorized', 'not_found', 'model_deleted', 'busy'],
  },
  {
    operationId: 'getGeneration',
    method: 'get',
    path: `${WORKER_BASE}/generations/{id}`,
    summary: 'Get a generation, with its images once it has succeeded',
    answers: { 200: { description: 'The generation.', schema: generation } },
    errors: ['unauthorized', 'not_found'],
  },
  {
    operationId: 'deleteModel',
    method: 'delete',
    path: `${WORKER_BASE}/models/{id}`,
    summary: 'Delete everything of a model',
    description:
      'Deletes images, weights, generations and jobs of all trainings of the model, stops jobs that run, and keeps nothing but the name of the model, so that a request that arrives late makes nothing new. A model that the worker does not know is deleted as well: the answer is the proof of the caller.',
    answers: {
      200: { description: 'Nothing is left: `deleted` is true.', schema: deletion },
      202: {
        description: 'The deletion goes on: `deleted` is false. The caller asks again.',
        schema: deletion,
      },
    },
    errors: ['unauthorized'],
  },
];

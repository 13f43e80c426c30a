import type * as z from 'zod';
import { exampleOf } from '../openapi/example.ts';
import { componentRef, SchemaWriter } from '../openapi/schema.ts';
import type { JsonSchema } from '../openapi/types.ts';
import {
  IMAGES_PART,
  PARAMETERS_PART,
  WORKER_ERRORS,
  WORKER_OPERATIONS,
  type WorkerErrorCode,
  type WorkerOperation,
} from './operations.ts';
import {
  generationCallback,
  generationParameters,
  trainingCallback,
  trainingParameters,
  workerError,
} from './schemas.ts';

const DESCRIPTION = `The interface of a GPU worker: a server of your own that trains models of people and makes their photos. A stage
whose provider is \`http\` calls it, so that faces stay in your account.

Every request has the stage's key as \`Authorization: Bearer <key>\`. Errors have the body \`{"error":{"code","message"}}\`.

**Idempotency.** The caller repeats a POST whose answer was lost, with the same \`Idempotency-Key\`. The key alone names
the job: a worker that knows it answers 200 with the job, whatever the body is, and starts nothing.

**Callbacks.** When a job has ended, the worker posts it to \`callbackUrl\`, signed as Standard Webhooks
(https://www.standardwebhooks.com) describe with the secret that worker and stage share, and repeats the post until it is
answered with 2xx. A callback is a hint: the caller polls the job, so a lost callback costs time only. A signature is
accepted for five minutes.

**Deletion.** A deleted model never comes back: a worker remembers its name, and answers 410 to requests that arrive late.

Fields may be added to every object; ignore those that you do not know.`;

const CALLBACK_HEADERS: readonly [string, string][] = [
  ['webhook-id', 'The id of the callback, the same in all attempts.'],
  ['webhook-timestamp', 'Seconds since 1970, new with each attempt.'],
  [
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`. The key is the secret behind `whsec_`, decoded from base64.',
  ],
];

/** The OpenAPI document of the interface of GPU workers. */
export function workerDocument() {
  const writer = new SchemaWriter();
  writer.write(workerError, 'output');
  const paths: Record<string, Partial<Record<string, ReturnType<typeof operationOf>>>> = {};
  for (const operation of WORKER_OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation, writer) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Headshots GPU worker',
      version: '1.0.0',
      summary: 'The interface of a training provider of your own',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://gpu.example.com', description: 'Your worker' }],
    security: [{ key: [] }],
    paths,
    webhooks: {
      trainingEnded: callback('A training has ended', trainingCallback, writer),
      generationEnded: callback('A generation has ended', generationCallback, writer),
    },
    components: {
      schemas: Object.fromEntries(Object.entries(writer.components).sort()),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: "The stage's key of the provider." },
      },
    },
  };
}

/** The JSON Schemas of the request bodies by name, for workers that validate without a library. */
export function workerRequestSchemas(): Record<string, JsonSchema> {
  const writer = new SchemaWriter();
  writer.write(trainingParameters, 'input');
  writer.write(generationParameters, 'input');
  return writer.components;
}

function operationOf(
  { operationId, path, summary, description, body, isIdempotent, answers, errors }: WorkerOperation,
  writer: SchemaWriter,
) {
  const parameters = [
    ...(path.includes('{id}') ? [parameter('path', 'id', 'The id or the name.')] : []),
    ...(isIdempotent
      ? [parameter('header', 'Idempotency-Key', 'The key of the job: printable ASCII, up to 255 characters.')]
      : []),
  ];
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: requestContent(body, writer) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { description: answer.description, content: json(answer.schema, 'output', writer) },
        ]),
      ),
      ...Object.fromEntries(errors.map((code) => [WORKER_ERRORS[code].status, errorResponse(code)])),
    },
  };
}

function requestContent({ schema, form }: NonNullable<WorkerOperation['body']>, writer: SchemaWriter) {
  if (!form) return json(schema, 'input', writer);
  const parameters = writer.write(schema, 'input');
  const image = { type: 'string', contentMediaType: 'image/jpeg', contentEncoding: 'binary' };
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          [PARAMETERS_PART]: parameters,
          [IMAGES_PART]: { type: 'array', minItems: 1, items: image },
        },
        required: [PARAMETERS_PART, IMAGES_PART],
      },
      encoding: {
        [PARAMETERS_PART]: { contentType: 'application/json' },
        [IMAGES_PART]: { contentType: 'image/jpeg' },
      },
    },
  };
}

function json(schema: z.ZodType, io: 'input' | 'output', writer: SchemaWriter) {
  const written = writer.write(schema, io);
  return { 'application/json': { schema: written, example: exampleOf(written, writer.components) } };
}

function errorResponse(code: WorkerErrorCode) {
  return {
    description: `\`${code}\`: ${WORKER_ERRORS[code].when}`,
    ...(code === 'busy' && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema: componentRef('Error') } },
  };
}

function callback(summary: string, schema: z.ZodType, writer: SchemaWriter) {
  return {
    post: {
      summary,
      security: [],
      parameters: CALLBACK_HEADERS.map(([name, description]) => parameter('header', name, description)),
      requestBody: { required: true, content: json(schema, 'output', writer) },
      responses: { 200: { description: 'Received. Any other answer, or none, is retried.' } },
    },
  };
}

function parameter(place: 'path' | 'header', name: string, description: string) {
  return { name, in: place, required: true, description, schema: { type: 'string' } };
}

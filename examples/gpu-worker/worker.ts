import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './check.ts';
import { Failure } from './failure.ts';
import {
  createJob,
  deleteModel,
  directoryOf,
  findJob,
  type GenerationParameters,
  type Job,
  openJobs,
  type TrainingParameters,
  type Work,
} from './jobs.ts';

/** A GPU worker: the interface of docs/provider.openapi.json for one GPU and one directory. See README.md. */

const { API_KEY = '', WEBHOOK_SECRET = '', HOST = '127.0.0.1', PORT = '8080' } = process.env;
if (!API_KEY || !WEBHOOK_SECRET) throw new Error('Set API_KEY and WEBHOOK_SECRET: README.md says how.');

const LIMITS = { maxImagesPerTraining: 25, maxImagesPerGeneration: 8 };
const BODY_BYTES_MAX = 200e6;
/** Seconds before the attempts of a callback. */
const CALLBACK_PAUSES = [0, 5, 60];

type Answer = [status: number, body: object];

async function answer(request: IncomingMessage): Promise<Answer> {
  const digest = (text = '') => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(request.headers.authorization), digest(`Bearer ${API_KEY}`))) {
    throw new Failure(401, 'unauthorized', 'The API key is missing or wrong.');
  }
  const [, base, resource, id = '', , image = ''] = (request.url ?? '').split('/');
  const path = [base, resource, id && ':id', image && 'image'].filter(Boolean).join('/');
  switch (`${request.method} ${path}`) {
    case 'GET v1':
      return [200, { name: 'gpu-worker', version: '1.0.0', ...LIMITS }];
    case 'POST v1/trainings': {
      const form = await (await bodyOf(request)).formData();
      const parts = form.getAll('images').filter((part) => part instanceof Blob);
      const images = await Promise.all(parts.map((part) => part.bytes()));
      requireCount('images', images.length, LIMITS.maxImagesPerTraining);
      const parameters = check<TrainingParameters>('TrainingParameters', await jsonOf(form.get('training')));
      return created(request, parameters.model, { object: 'training', parameters }, images);
    }
    case 'POST v1/generations': {
      const json = await jsonOf(await bodyOf(request));
      const parameters = check<GenerationParameters>('GenerationParameters', json);
      requireCount('shots', parameters.shots.length, LIMITS.maxImagesPerGeneration);
      return created(request, findJob(parameters.training).model, { object: 'generation', parameters }, []);
    }
    case 'GET v1/trainings/:id':
    case 'GET v1/generations/:id':
      return [200, view(findJob(id))];
    case 'GET v1/generations/:id/image': {
      const job = findJob(id);
      const at = Number(image);
      if (!job.images?.[at]) throw new Failure(404, 'not_found', `${id} has no such image.`);
      return [200, readFileSync(join(directoryOf(job), 'images', String(at)))];
    }
    case 'DELETE v1/models/:id': {
      if (!/^[\w-]{1,64}$/.test(id))
        throw new Failure(400, 'invalid_request', 'The name of the model is not valid.');
      const isDeleted = deleteModel(id);
      const reason = { reason: 'A job of the model is being stopped.' };
      return [isDeleted ? 200 : 202, { model: id, deleted: isDeleted, ...(!isDeleted && reason) }];
    }
    default:
      throw new Failure(404, 'not_found', 'There is no such path.');
  }
}

/** The key of the request gives the id of its job. */
function created({ headers }: IncomingMessage, model: string, work: Work, images: Uint8Array[]): Answer {
  const key = String(headers['idempotency-key'] ?? '');
  if (!/^[ -~]{1,255}$/.test(key)) throw new Failure(400, 'invalid_request', 'Idempotency-Key is missing.');
  const id = `${work.object}_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const { job, isNew } = createJob(id, model, work, images, postCallback);
  return [isNew ? 201 : 200, view(job)];
}

async function bodyOf(request: IncomingMessage): Promise<Response> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > BODY_BYTES_MAX) throw new Failure(413, 'too_large', 'The body is too large.');
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  });
}

async function jsonOf(part: Response | FormDataEntryValue | null): Promise<unknown> {
  try {
    return JSON.parse(part === null || typeof part === 'string' ? (part ?? '') : await part.text());
  } catch {
    throw new Failure(400, 'invalid_request', 'The parameters are not JSON.');
  }
}

function requireCount(field: string, count: number, max: number): void {
  if (count < 1 || count > max)
    throw new Failure(400, 'invalid_request', `${field}: 1 to ${max}, not ${count}.`);
}

function view({ parameters: _, ...job }: Job): object {
  return job;
}

/** Posts that a job has ended, signed as https://www.standardwebhooks.com describes. */
async function postCallback(job: Job): Promise<void> {
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ type: `${job.object}.${job.status}`, timestamp, data: view(job) });
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  for (const pause of CALLBACK_PAUSES) {
    await sleep(pause * 1000, undefined, { ref: false });
    const seconds = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key).update(`${job.id}.${seconds}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': job.id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    };
    const call = { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) };
    const received = await fetch(job.parameters.callbackUrl, call).catch(() => undefined);
    if (received?.ok) return;
  }
}

openJobs(postCallback);
const server = createServer(async (request, response) => {
  const [status, body] = await answer(request).catch((error: unknown): Answer => {
    if (!(error instanceof Failure)) console.error(error);
    const { status, code, message } =
      error instanceof Failure
        ? error
        : { status: 500, code: 'internal_error', message: 'See the log of the worker.' };
    return [status, { error: { code, message } }];
  });
  if (body instanceof Uint8Array)
    response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(Number(PORT), HOST, () => console.log(`listening ${JSON.stringify(server.address())}`));

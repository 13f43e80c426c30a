import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  PARAMETERS_PART,
  WORKER_ERRORS,
  type WorkerErrorCode,
} from '../../shared/contract/worker/operations.ts';
import { generationParameters, trainingParameters } from '../../shared/contract/worker/schemas.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { drawHeadshot } from './headshots.ts';
import { Callbacks } from './http/callbacks.ts';
import { serveImage } from './http/images.ts';
import { type StandInJob, StandInJobs } from './http/jobs.ts';
import { Planned } from './planned.ts';
import {
  type CallKind,
  type CallMisbehaviour,
  RETRY_AFTER_SECONDS,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';

const LIMITS = { maxImagesPerTraining: 25, maxImagesPerGeneration: 8 };

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** A stand-in of a GPU worker, as docs/provider.openapi.json describes it. */
export async function startHttpStandIn(options: StandInOptions): Promise<StandIn> {
  let key = { apiKey: newSecret('key_'), webhookSecret: newSecret('whsec_') };
  const jobs = new StandInJobs(options);
  const callbacks = new Callbacks(jobs, options.clock, () => key.webhookSecret);
  const calls = new Planned<CallKind, CallMisbehaviour>();

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const image = imageOf(jobs, request);
    if (request.headers.authorization !== `Bearer ${key.apiKey}`)
      return send(response, error('unauthorized'));
    if (image) {
      const { status, contentType, body: bytes } = await serveImage(image, options.draw ?? drawHeadshot);
      response.writeHead(status, { 'content-type': contentType }).end(bytes);
      return;
    }
    const kind = kindOf(request);
    const misbehaviour = kind && calls.next(kind);
    const notCarriedOut = misbehaviour && ANSWERS[misbehaviour];
    if (notCarriedOut) return send(response, notCarriedOut);
    const answer = await answerOf(request, body);
    if (misbehaviour === 'hangs') return;
    if (misbehaviour === 'gateway-timeout') return send(response, { status: 504, body: {} });
    send(response, answer, misbehaviour === 'truncated');
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answerOf(request: IncomingMessage, body: Uint8Array): Promise<Answer> {
    const [, , resource = '', id = ''] = (request.url ?? '').split('/');
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    switch (`${request.method} ${resource}${id && '/:id'}`) {
      case 'GET ':
        return { status: 200, body: { name: 'stand-in', version: '1.0.0', ...LIMITS } };
      case 'POST trainings': {
        const form = await new Response(Buffer.from(body), { headers: contentType(request) }).formData();
        const part = form.get(PARAMETERS_PART);
        const parameters = trainingParameters.safeParse(
          JSON.parse(part instanceof Blob ? await part.text() : 'null'),
        );
        if (!parameters.success || idempotencyKey === '') return error('invalid_request');
        if (jobs.isDeleted(parameters.data.model)) return error('model_deleted');
        return created(jobs.train(idempotencyKey, parameters.data));
      }
      case 'POST generations': {
        const parameters = generationParameters.safeParse(JSON.parse(Buffer.from(body).toString()));
        if (!parameters.success || idempotencyKey === '') return error('invalid_request');
        const training = jobs.find(parameters.data.training);
        if (!training) return error('not_found');
        if (jobs.isDeleted(training.model)) return error('model_deleted');
        return created(jobs.generate(idempotencyKey, training.model, parameters.data));
      }
      case 'GET trainings/:id':
      case 'GET generations/:id': {
        const job = jobs.find(id);
        return job ? { status: 200, body: jobs.describe(job) } : error('not_found');
      }
      case 'DELETE models/:id': {
        const deleted = jobs.deleteModel(id);
        const reason = 'A job is being stopped.';
        return { status: deleted ? 200 : 202, body: { model: id, deleted, ...(!deleted && { reason }) } };
      }
      default:
        return error('not_found');
    }
  }

  async function created({ job, isNew }: { job: StandInJob; isNew: boolean }): Promise<Answer> {
    if (isNew && job.callback === 'early') await callbacks.post(job);
    // By a clock of the system, callbacks are posted without being asked for.
    if (isNew) setTimeout(() => callbacks.postEnded(), (job.seconds + 1) * SECOND).unref();
    return { status: isNew ? 201 : 200, body: jobs.describe(job) };
  }

  return {
    url: `http://127.0.0.1:${port}`,
    get key() {
      return key;
    },
    rotateKey() {
      key = { ...key, apiKey: newSecret('key_') };
      return key;
    },
    misbehaveInCalls: (kind, misbehaviour, times = 1) => calls.add(kind, misbehaviour, times),
    misbehaveInJobs: (kind, misbehaviour, times = 1) =>
      jobs.misbehaviours.jobs.add(kind, misbehaviour, times),
    misbehaveInCallbacks: (misbehaviour, times = 1) =>
      jobs.misbehaviours.callbacks.add('callback', misbehaviour, times),
    misbehaveInImages: (misbehaviour, times = 1) =>
      jobs.misbehaviours.images.add('image', misbehaviour, times),
    postCallbacks: () => callbacks.postEnded(),
    billed: () => ({ ...jobs.billed }),
    kept: () => jobs.all().map(({ model, id }) => `${model}/${id}`),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The misbehaviours in which a call is not carried out. */
const ANSWERS: Partial<Record<CallMisbehaviour, Answer>> = {
  busy: { ...error('busy'), headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  'busy-without-retry-after': error('busy'),
  error: { status: 500, body: { error: { code: 'internal_error', message: 'See the log of the worker.' } } },
  refused: error('invalid_request'),
};

function error(code: WorkerErrorCode): Answer {
  const { status, when } = WORKER_ERRORS[code];
  return { status, body: { error: { code, message: when } } };
}

function kindOf({ method, url = '' }: IncomingMessage): CallKind | undefined {
  if (method === 'DELETE') return 'delete';
  if (method === 'POST') return url.endsWith('/trainings') ? 'train' : 'generate';
  return url === '/v1' ? undefined : 'poll';
}

function imageOf(jobs: StandInJobs, { url = '' }: IncomingMessage) {
  const [, id = '', number] = /^\/v1\/generations\/([\w-]+)\/images\/(\d+)$/.exec(url) ?? [];
  return jobs.find(id)?.images[Number(number)];
}

function contentType({ headers }: IncomingMessage): Record<string, string> {
  return { 'content-type': headers['content-type'] ?? '' };
}

function send(response: ServerResponse, { status, body, headers }: Answer, isTruncated = false): void {
  const json = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(isTruncated ? json.slice(0, json.length / 2) : json);
}

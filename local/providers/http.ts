import { randomBytes } from 'node:crypto';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import {
  PARAMETERS_PART,
  WORKER_ERRORS,
  type WorkerErrorCode,
} from '../../shared/contract/worker/operations.ts';
import { generationParameters, trainingParameters } from '../../shared/contract/worker/schemas.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { type StandInJob, StandInJobs } from './http/jobs.ts';
import { serveImage } from './images.ts';
import {
  type CallMisbehaviour,
  type JobKind,
  RETRY_AFTER_SECONDS,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';
import {
  type Answer as AnswerWith,
  type JobCallback,
  type ReceivedCall,
  type Routed,
  StandInServer,
  signatureHeaders,
} from './stand-in-server.ts';

type Answer = AnswerWith<StandInJob>;

const LIMITS = { maxImagesPerTraining: 25, maxImagesPerGeneration: 8 };

/** A stand-in of a GPU worker, as docs/provider.openapi.json describes it. */
export async function startHttpStandIn(options: StandInOptions): Promise<StandIn> {
  const standIn = new WorkerServer(options);
  await standIn.listen(options.port);
  return standIn;
}

class WorkerServer extends StandInServer<StandInJob> {
  readonly #jobs: StandInJobs;
  readonly #webhookSecret = newSecret('whsec_');
  #apiKey = newSecret('key_');

  constructor(options: StandInOptions) {
    super(options);
    this.#jobs = new StandInJobs(options);
  }

  get key(): ProviderKey {
    return { apiKey: this.#apiKey, webhookSecret: this.#webhookSecret };
  }

  rotateKey(): ProviderKey {
    this.#apiKey = newSecret('key_');
    return this.key;
  }

  billed(): Record<JobKind, number> {
    return { ...this.#jobs.billed };
  }

  kept(): string[] {
    return this.#jobs.all().map(({ model, id }) => `${model}/${id}`);
  }

  protected get misbehaviours() {
    return this.#jobs.misbehaviours;
  }

  protected route(call: ReceivedCall): Routed<StandInJob> {
    if (call.headers.authorization !== `Bearer ${this.#apiKey}`) {
      return { answer: () => error('unauthorized') };
    }
    const [, , resource = '', id = '', part] = call.url.pathname.split('/');
    if (part === 'images') return { answer: () => this.#image(call) };
    switch (`${call.method} ${resource}${id && '/:id'}`) {
      case 'GET ':
        return { answer: () => ({ status: 200, body: { name: 'stand-in', version: '1.0.0', ...LIMITS } }) };
      case 'POST trainings':
        return { kind: 'train', answer: () => this.#train(call) };
      case 'POST generations':
        return { kind: 'generate', answer: () => this.#generate(call) };
      case 'GET trainings/:id':
      case 'GET generations/:id':
        return { kind: 'poll', answer: () => this.#show(id) };
      case 'DELETE models/:id':
        return { kind: 'delete', answer: () => this.#deleteModel(id) };
      default:
        return { answer: () => error('not_found') };
    }
  }

  protected notCarriedOut(misbehaviour: CallMisbehaviour): Answer | undefined {
    return NOT_CARRIED_OUT[misbehaviour];
  }

  protected errorAnswer(): Answer {
    return INTERNAL_ERROR;
  }

  protected endedJobs(): StandInJob[] {
    return this.#jobs.all().filter((job) => !this.#jobs.runs(job) && job.misbehaviour !== 'lost');
  }

  protected callbackOf(job: StandInJob): JobCallback {
    const data = this.#jobs.describe(job);
    const timestamp = isoTime(this.clock.now());
    const callback = {
      misbehaviour: job.callback,
      body: JSON.stringify({ type: `${job.object}.${data.status}`, timestamp, data }),
    };
    const headers = signatureHeaders(callback, job.id, this.#webhookSecret, this.clock.now());
    return { ...callback, url: job.callbackUrl, headers };
  }

  async #train({ headers, body }: ReceivedCall): Promise<Answer> {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const part = form.get(PARAMETERS_PART);
    const text = part instanceof Blob ? await part.text() : 'null';
    const parameters = trainingParameters.safeParse(JSON.parse(text));
    const key = keyOf(headers);
    if (!parameters.success || key === '') return error('invalid_request');
    if (this.#jobs.isDeleted(parameters.data.model)) return error('model_deleted');
    return this.#created(this.#jobs.train(key, parameters.data));
  }

  #generate({ headers, body }: ReceivedCall): Answer {
    const parameters = generationParameters.safeParse(JSON.parse(body.toString()));
    const key = keyOf(headers);
    if (!parameters.success || key === '') return error('invalid_request');
    const training = this.#jobs.find(parameters.data.training);
    if (!training) return error('not_found');
    if (this.#jobs.isDeleted(training.model)) return error('model_deleted');
    return this.#created(this.#jobs.generate(key, training.model, parameters.data));
  }

  #created({ job, isNew }: { job: StandInJob; isNew: boolean }): Answer {
    return { status: isNew ? 201 : 200, body: this.#jobs.describe(job), ...(isNew && { created: job }) };
  }

  #show(id: string): Answer {
    const job = this.#jobs.find(id);
    return job ? { status: 200, body: this.#jobs.describe(job) } : error('not_found');
  }

  #deleteModel(model: string): Answer {
    const deleted = this.#jobs.deleteModel(model);
    const reason = 'A job is being stopped.';
    return { status: deleted ? 200 : 202, body: { model, deleted, ...(!deleted && { reason }) } };
  }

  #image({ url }: ReceivedCall): Promise<Answer> | Answer {
    const [, id = '', number] = /^\/v1\/generations\/([\w-]+)\/images\/(\d+)$/.exec(url.pathname) ?? [];
    const image = this.#jobs.find(id)?.images[Number(number)];
    return image ? serveImage(image, this.draw) : error('not_found');
  }
}

const INTERNAL_ERROR: Answer = {
  status: 500,
  body: { error: { code: 'internal_error', message: 'See the log of the worker.' } },
};

/** The misbehaviours in which a call is not carried out. */
const NOT_CARRIED_OUT: Partial<Record<CallMisbehaviour, Answer>> = {
  busy: { ...error('busy'), headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  'busy-without-retry-after': error('busy'),
  error: INTERNAL_ERROR,
  refused: error('invalid_request'),
};

function keyOf(headers: ReceivedCall['headers']): string {
  return String(headers['idempotency-key'] ?? '');
}

function error(code: WorkerErrorCode): Answer {
  const { status, when } = WORKER_ERRORS[code];
  return { status, body: { error: { code, message: when } } };
}

function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64');
}

import type { ProviderOptions } from '../../contract/provider-options.ts';
import { IMAGES_PART, PARAMETERS_PART } from '../../contract/worker/operations.ts';
import {
  deletion,
  type GenerationParameters,
  generation,
  type TrainingParameters,
  training,
  WORKER_BASE,
  type WorkerInfo,
  workerInfo,
} from '../../contract/worker/schemas.ts';
import { IMAGE_SIZES } from '../../images/image-sizes.ts';
import { ProviderBusy, ProviderFailed, ProviderUnavailable } from '../errors.ts';
import { HostedClient, type HostedProviderSettings } from '../hosted/client.ts';
import { hostedPhoto } from '../hosted/photo.ts';
import { learnedSubject, NEGATIVE_PROMPT, promptFor, SUBJECT_CLASS } from '../hosted/prompt.ts';
import { trainingImages } from '../hosted/training-images.ts';
import type {
  GenerationRequest,
  GenerationState,
  Provider,
  ProviderCopies,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../provider.ts';
import { failed, lost, running, usageOf } from './job-states.ts';

const TRAINING_POLL_SECONDS = 15;
const GENERATION_POLL_SECONDS = 3;
/** The pause while there is no worker at the stage's URL: operators have to act. */
const NO_WORKER_SECONDS = 300;
/** The separator of the ids of the jobs that make one batch. Ids consist of letters, digits, `_` and `-`. */
const SEPARATOR = ' ';

/**
 * Trains and generates on a GPU worker of the operator's own, by the interface of docs/provider.openapi.json. The
 * worker finds the job of a repeated request by its key, so there is nothing to look up.
 */
export class HttpProvider implements Provider {
  readonly name = 'http';
  readonly #settings: HostedProviderSettings<NonNullable<ProviderOptions['http']>>;
  /** Without a slash at its end. */
  readonly #url: string;
  readonly #client: HostedClient;

  constructor(settings: HostedProviderSettings<NonNullable<ProviderOptions['http']>>) {
    this.#settings = settings;
    this.#url = settings.options.url.replace(/(?<!\/)\/+$/, '');
    this.#client = new HostedClient({ ...settings, provider: this.name, url: this.#url });
  }

  async train(request: TrainingRequest): Promise<string> {
    const { maxImagesPerTraining } = await this.#worker();
    const uploadIds = request.uploadIds.slice(0, maxImagesPerTraining);
    const parameters: TrainingParameters = {
      model: modelOf(request),
      subject: SUBJECT_CLASS[request.trigger],
      trigger: learnedSubject(request.trigger),
      callbackUrl: request.callbackUrl,
    };
    const form = new FormData();
    form.append(PARAMETERS_PART, new Blob([JSON.stringify(parameters)], { type: 'application/json' }));
    for (const { name, bytes } of await trainingImages(this.#settings.store, { ...request, uploadIds })) {
      form.append(IMAGES_PART, new Blob([Buffer.from(bytes)], { type: 'image/jpeg' }), name);
    }
    const headers = { 'idempotency-key': request.key };
    const { id } = await this.#client.call('POST', `${WORKER_BASE}/trainings`, training, { form, headers });
    return id;
  }

  async pollTraining(_request: TrainingRequest, ref: string): Promise<TrainingState> {
    const job = await this.#client.find('GET', `${WORKER_BASE}/trainings/${ref}`, training);
    if (!job) return lost(ref);
    if (job.status === 'failed') return failed(job);
    if (job.status !== 'succeeded') return running([job], TRAINING_POLL_SECONDS);
    const usage = usageOf([job]);
    return { status: 'succeeded', modelRef: job.id, ...(usage && { usage }) };
  }

  /** One job for as many shots as the worker takes. A repeated request splits the shots in the same places. */
  async generate(request: GenerationRequest): Promise<string> {
    const { maxImagesPerGeneration: size } = await this.#worker();
    const refs: string[] = [];
    for (let first = 0; first < request.shots.length; first += size) {
      const shots = request.shots.slice(first, first + size);
      refs.push(await this.#generate(request, shots, first === 0 ? request.key : `${request.key}.${first}`));
    }
    return refs.join(SEPARATOR);
  }

  async #generate(
    request: GenerationRequest,
    shots: GenerationRequest['shots'],
    key: string,
  ): Promise<string> {
    const json: GenerationParameters = {
      training: request.modelRef,
      shots: shots.map((shot) => ({
        prompt: promptFor(shot, request.trigger, learnedSubject(request.trigger)),
        negativePrompt: NEGATIVE_PROMPT,
        seed: shot.seed,
      })),
      ...IMAGE_SIZES.main,
      callbackUrl: request.callbackUrl,
    };
    const call = { json, headers: { 'idempotency-key': key } };
    const job = await this.#client.find('POST', `${WORKER_BASE}/generations`, generation, call);
    if (!job) throw new ProviderFailed(`The worker has lost the training ${request.modelRef}.`);
    return job.id;
  }

  async pollGeneration(_request: GenerationRequest, ref: string): Promise<GenerationState> {
    const ids = ref.split(SEPARATOR);
    const jobs = await Promise.all(
      ids.map((id) => this.#client.find('GET', `${WORKER_BASE}/generations/${id}`, generation)),
    );
    const found = jobs.filter((job) => job !== undefined);
    if (found.length < jobs.length) return lost(ref);
    const failure = found.find(({ status }) => status === 'failed');
    if (failure) return failed(failure);
    if (found.some(({ status }) => status !== 'succeeded')) return running(found, GENERATION_POLL_SECONDS);
    const urls = found.flatMap(({ images }) => images ?? []).map(({ url }) => this.#imageUrl(url));
    const usage = usageOf(found);
    return {
      status: 'succeeded',
      images: urls.map((url) => hostedPhoto(() => this.#client.image(url))),
      ...(usage && { usage }),
    };
  }

  async remove({ trainings, generations }: ProviderCopies): Promise<Removal> {
    const models = new Set([...trainings, ...generations].map(({ request }) => modelOf(request)));
    for (const model of models) {
      const answer = await this.#client.find('DELETE', `${WORKER_BASE}/models/${model}`, deletion);
      // A worker answers 200 for models that it does not know. A 404 comes from a proxy, and proves nothing.
      if (!answer) throw new ProviderUnavailable('The worker answered a deletion with 404.');
      if (!answer.deleted) return { status: 'pending', reason: answer.reason ?? 'The worker deletes.' };
    }
    return { status: 'deleted' };
  }

  /** A wrong URL answers 404 here, before anything is sent. */
  async #worker(): Promise<WorkerInfo> {
    const worker = await this.#client.find('GET', WORKER_BASE, workerInfo);
    if (worker) return worker;
    throw new ProviderBusy(
      `There is no worker at ${this.#url}${WORKER_BASE}: correct providerOptions.http.url of the stage.`,
      NO_WORKER_SECONDS,
    );
  }

  #imageUrl(url: string): string {
    return url.startsWith('/') ? this.#url + url : url;
  }
}

/** Each run has a model of its own at the worker, since the copies of a run are deleted before those of the next. */
function modelOf({ modelId, run }: TrainingRequest): string {
  return `${modelId}-${run}`;
}

import type { ReplicateOptions } from '../../contract/provider-options.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import { KEPT_ERROR, ProviderBusy } from '../errors.ts';
import { HostedClient, type HostedProviderSettings, type HostedTimeouts } from '../hosted/client.ts';
import { hostedPhoto } from '../hosted/photo.ts';
import { promptFor, SUBJECT_CLASS } from '../hosted/prompt.ts';
import { trainingImages } from '../hosted/training-images.ts';
import type {
  Failed,
  GenerationRequest,
  GenerationState,
  JobLookUp,
  Provider,
  ProviderCopies,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../provider.ts';
import { type File, isRunning, type Prediction, secondsLeft, type Training } from './answers.ts';
import { ReplicateApi } from './api.ts';
import { filesOf, findPrediction, findTraining } from './look-up.ts';
import { usageOf } from './prices.ts';
import { removeCopies } from './remove-copies.ts';
import {
  generationInput,
  modelRefOf,
  parseModelRef,
  trainingInput,
  triggerWord,
  versionOf,
  webhookOf,
} from './requests.ts';
import { trainingArchive } from './training-archive.ts';

const API_URL = 'https://api.replicate.com/v1';
/** Outputs are served here and need the key, by the reference of predictions. */
const IMAGE_HOST = 'replicate.delivery';
const HARDWARE = 'gpu-h100';

/** A training is one upload and one request, which together stay below the lease of a request. In milliseconds. */
const TIMEOUTS: HostedTimeouts = { call: 25 * SECOND, image: 30 * SECOND };
/** The time in which the archive has to be there, so that the request for the training ends within the lease. */
const UPLOAD_TIME = 30 * SECOND;
/** An archive that lives for less than this is sent again, since a training may wait in a queue. */
const ARCHIVE_LIFE = 30 * MINUTE;

const TRAINING_POLL_SECONDS = 15;
const GENERATION_POLL_SECONDS = 3;

/**
 * Trains a LoRA of Flux at replicate.com for each model, as a version of one private model, and runs that version.
 * The contract is https://replicate.com/docs/reference/http.
 */
export class ReplicateProvider implements Provider {
  readonly name = 'replicate';
  readonly lookUp: JobLookUp;
  readonly #settings: HostedProviderSettings<ReplicateOptions>;
  readonly #url: string;
  readonly #client: HostedClient;
  readonly #api: ReplicateApi;

  constructor(settings: HostedProviderSettings<ReplicateOptions>) {
    this.#settings = settings;
    this.#url = settings.options.url ?? API_URL;
    this.#client = new HostedClient({
      timeouts: TIMEOUTS,
      ...settings,
      provider: this.name,
      url: this.#url,
      imageHostsWithKey: [IMAGE_HOST],
    });
    this.#api = new ReplicateApi(this.#client);
    this.lookUp = {
      training: (request) => findTraining(this.#api, request),
      generation: (request) => findPrediction(this.#api, request),
    };
  }

  async train(request: TrainingRequest): Promise<string> {
    const { options, clock } = this.#settings;
    const begun = clock.now();
    const archive = await this.#archive(request);
    if (clock.now() - begun > UPLOAD_TIME) {
      throw new ProviderBusy('The archive of uploads took too long to send; the next step uses it.', 1);
    }
    const { id } = await this.#api.createTraining(options.trainer, {
      destination: options.destination,
      input: trainingInput(archive.urls.get, triggerWord(request)),
      ...webhookOf(request, this.#url),
    });
    return id;
  }

  async pollTraining(request: TrainingRequest, ref: string): Promise<TrainingState> {
    const training = await this.#api.training(ref);
    if (!training) return gone(`the training ${ref}`);
    if (isRunning(training)) {
      const left = secondsLeft(training.logs);
      return {
        status: 'running',
        pollSeconds: TRAINING_POLL_SECONDS,
        ...(left !== undefined && { secondsLeft: left }),
      };
    }
    const version = versionOf(training, this.#settings.options.destination);
    if (training.status !== 'succeeded' || !version) return failed('training', training);
    const usage = usageOf(training, this.#hardware);
    const modelRef = modelRefOf({ version, word: triggerWord(request) });
    return { status: 'succeeded', modelRef, ...(usage && { usage }) };
  }

  async generate(request: GenerationRequest): Promise<string> {
    const { version, word } = parseModelRef(request.modelRef);
    const [shot] = request.shots;
    if (!shot) throw new Error(`The batch ${request.key} has no shots.`);
    const prompt = promptFor(shot, request.trigger, `${word} ${SUBJECT_CLASS[request.trigger]}`);
    const { id } = await this.#api.createPrediction({
      version,
      input: generationInput(request, prompt),
      ...webhookOf(request, this.#url),
    });
    return id;
  }

  async pollGeneration(_request: GenerationRequest, ref: string): Promise<GenerationState> {
    const prediction = await this.#api.prediction(ref);
    if (!prediction) return gone(`the prediction ${ref}`);
    if (isRunning(prediction)) return { status: 'running', pollSeconds: GENERATION_POLL_SECONDS };
    const addresses = imageAddresses(prediction);
    if (prediction.status !== 'succeeded' || addresses.length === 0) return failed('prediction', prediction);
    const usage = usageOf(prediction, this.#hardware);
    const images = addresses.map((address) => hostedPhoto(() => this.#client.image(address)));
    return { status: 'succeeded', images, ...(usage && { usage }) };
  }

  remove(copies: ProviderCopies): Promise<Removal> {
    return removeCopies(this.#api, this.#settings.options.destination, copies);
  }

  get #hardware() {
    return this.#settings.options.hardware ?? HARDWARE;
  }

  /** The archive of an earlier request for the same training, or a new one. */
  async #archive(request: TrainingRequest): Promise<File> {
    const { store, clock } = this.#settings;
    for await (const file of filesOf(this.#api, request)) {
      const expiresAt = file.expires_at ? Date.parse(file.expires_at) : Number.POSITIVE_INFINITY;
      if (expiresAt - clock.now() > ARCHIVE_LIFE) return file;
    }
    const word = triggerWord(request);
    const images = await trainingImages(store, request);
    const bytes = trainingArchive(images, `a photo of ${word} ${SUBJECT_CLASS[request.trigger]}`);
    return this.#api.createFile(`${word}.zip`, bytes, 'application/zip', { key: request.key });
  }
}

function gone(subject: string): Failed {
  return { status: 'failed', reason: `Replicate does not know ${subject} any more.` };
}

/** A safety checker that mistakes a photo ends a job like this, too, and the next run has other seeds: not refused. */
function failed(kind: string, { id, status, error }: Training | Prediction): Failed {
  const cause = status === 'succeeded' ? 'its result is gone' : (error ?? '').slice(0, KEPT_ERROR);
  return { status: 'failed', reason: `Replicate ended the ${kind} ${id} as ${status}: ${cause}` };
}

/** Empty once the data was removed. */
function imageAddresses({ output }: Prediction): string[] {
  return Array.isArray(output) ? output.filter((address) => typeof address === 'string') : [];
}

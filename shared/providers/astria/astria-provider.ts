import type { AstriaOptions } from '../../contract/provider-options.ts';
import { uploadKey } from '../../images/keys.ts';
import { SECOND } from '../../platform/clock.ts';
import { KEPT_ERROR, ProviderFailed, ProviderRefused } from '../errors.ts';
import { HostedClient, type HostedProviderSettings, type HostedTimeouts } from '../hosted/client.ts';
import { hostedPhoto } from '../hosted/photo.ts';
import { trainingImage, trainingImages } from '../hosted/training-images.ts';
import type {
  Failed,
  GenerationRequest,
  GenerationState,
  JobLookUp,
  PhotoFault,
  Provider,
  ProviderCopies,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../provider.ts';
import { faultOf, type Prompt, parsePromptRef, promptRef, type Tune } from './answers.ts';
import { AstriaApi } from './api.ts';
import { findPrompt, findTune } from './look-up.ts';
import { removeCopies } from './remove-copies.ts';
import { inspectionForm, promptedTune, promptForm, trainingForm } from './requests.ts';

const API_URL = 'https://api.astria.ai';
/** Astria answers within 30 s. Uploads are prepared in the lease of a request too, so calls end early. In milliseconds. */
const TIMEOUTS: HostedTimeouts = { call: 35 * SECOND, image: 30 * SECOND };
const TRAINING_POLL_SECONDS = 30;
const GENERATION_POLL_SECONDS = 10;

/**
 * Trains a LoRA of Flux at astria.ai for each model, and prompts the base model with it. Astria signs no callbacks.
 * The contract is https://docs.astria.ai/docs/api/overview.
 */
export class AstriaProvider implements Provider {
  readonly name = 'astria';
  readonly lookUp: JobLookUp;
  readonly #settings: HostedProviderSettings<AstriaOptions>;
  readonly #client: HostedClient;
  readonly #api: AstriaApi;

  constructor(settings: HostedProviderSettings<AstriaOptions>) {
    const url = settings.options.url ?? API_URL;
    this.#settings = settings;
    this.#client = new HostedClient({ timeouts: TIMEOUTS, ...settings, provider: this.name, url });
    this.#api = new AstriaApi(this.#client);
    this.lookUp = {
      training: (request) => findTune(this.#api, request),
      generation: (request) => findPrompt(this.#api, request),
    };
  }

  async inspect(request: TrainingRequest, uploadId: string): Promise<PhotoFault | undefined> {
    const { options, store } = this.#settings;
    // Astria inspects photos of men and women, and may not find the person of another class.
    if (options.inspection === false || request.trigger === 'person') return undefined;
    const image = await trainingImage(await store.read(uploadKey(request, uploadId)), 'upload.jpg');
    try {
      return faultOf(await this.#api.inspect(inspectionForm(request, image)));
    } catch (error) {
      // Astria may refuse to inspect a photo that a training takes.
      if (error instanceof ProviderRefused) return undefined;
      throw error;
    }
  }

  async train(request: TrainingRequest): Promise<string> {
    const { options, store } = this.#settings;
    const images = await trainingImages(store, request);
    const { id } = await this.#api.createTune(trainingForm(request, options, images));
    return String(id);
  }

  async pollTraining(_request: TrainingRequest, ref: string): Promise<TrainingState> {
    const tune = await this.#api.tune(ref);
    if (!tune) return gone(`the tune ${ref}`);
    if (!tune.trained_at) {
      return { status: 'running', pollSeconds: TRAINING_POLL_SECONDS, ...this.#left(tune) };
    }
    return {
      status: 'succeeded',
      modelRef: ref,
      usage: { unit: 'tune', amount: 1, ...this.#usd('tune', 1), ...secondsOf(tune) },
    };
  }

  async generate(request: GenerationRequest): Promise<string> {
    const tuneId = promptedTune(request, this.#settings.options);
    try {
      const { id } = await this.#api.createPrompt(tuneId, promptForm(request));
      return promptRef(tuneId, id);
    } catch (error) {
      // A prompt whose LoRA is gone is refused as well, and another run trains it anew.
      if (error instanceof ProviderRefused && (await this.#isTuneGone(request))) {
        throw new ProviderFailed(`Astria has lost the tune ${request.modelRef}.`);
      }
      throw error;
    }
  }

  async pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState> {
    const { tuneId, promptId } = parsePromptRef(ref);
    const prompt = await this.#api.prompt(tuneId, promptId);
    if (!prompt) return gone(`the prompt ${ref}`);
    if (prompt.user_error) return this.#refused(request, prompt.user_error);
    const images = prompt.images ?? [];
    if (images.length === 0) return { status: 'running', pollSeconds: GENERATION_POLL_SECONDS };
    return {
      status: 'succeeded',
      images: images.map((url) => hostedPhoto(() => this.#client.image(url))),
      usage: {
        unit: 'image',
        amount: images.length,
        ...this.#usd('image', images.length),
        ...secondsOf(prompt),
      },
    };
  }

  remove(copies: ProviderCopies): Promise<Removal> {
    return removeCopies(this.#api, copies, this.#settings.clock.now());
  }

  async #refused(request: GenerationRequest, said: string): Promise<Failed> {
    if (await this.#isTuneGone(request)) return gone(`the tune ${request.modelRef}`);
    return {
      status: 'failed',
      refused: true,
      reason: `Astria refuses the prompt: ${said.slice(0, KEPT_ERROR)}`,
    };
  }

  async #isTuneGone({ modelRef }: GenerationRequest): Promise<boolean> {
    return (await this.#api.tune(modelRef)) === undefined;
  }

  #left({ eta }: Tune): { secondsLeft?: number } {
    if (!eta) return {};
    const left = Math.ceil((Date.parse(eta) - this.#settings.clock.now()) / SECOND);
    return { secondsLeft: Math.max(0, left) };
  }

  #usd(unit: 'tune' | 'image', amount: number): { usd?: number } {
    const { prices, testMode = false } = this.#settings.options;
    if (testMode) return { usd: 0 };
    return prices ? { usd: prices[unit] * amount } : {};
  }
}

function secondsOf({ started_training_at, trained_at }: Tune | Prompt): { seconds?: number } {
  if (!started_training_at || !trained_at) return {};
  return { seconds: (Date.parse(trained_at) - Date.parse(started_training_at)) / SECOND };
}

function gone(subject: string): Failed {
  return { status: 'failed', reason: `Astria has lost ${subject}.` };
}

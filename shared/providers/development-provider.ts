import { type ImageSize, renderSizes } from '../images/image-sizes.ts';
import { type Clock, SECOND } from '../platform/clock.ts';
import { drawTestImage } from './development/test-image.ts';
import type {
  GenerationRequest,
  GenerationState,
  Provider,
  TrainingRequest,
  TrainingState,
} from './provider.ts';

/** The share of the pace that training takes; generation takes the rest. */
const TRAINING_SHARE = 2 / 3;
const POLL_SECONDS_MAX = 15;

/** The number of different test images. The shots of a model cycle through them. */
const IMAGES = 8;
type Sizes = Record<ImageSize, Uint8Array>;
const drawn = new Map<number, Promise<Sizes>>();

/** Simulates a provider for development models, at no cost. `paceSeconds` is the time from pending to active. */
export class DevelopmentProvider implements Provider {
  readonly name = 'development';
  readonly #clock: Clock;
  readonly #paceSeconds: number;

  constructor(clock: Clock, paceSeconds: number) {
    this.#clock = clock;
    this.#paceSeconds = paceSeconds;
  }

  async train(request: TrainingRequest): Promise<string> {
    return request.key;
  }

  async pollTraining(request: TrainingRequest): Promise<TrainingState> {
    const running = this.#stillRunning(request.startedAt, this.#paceSeconds * TRAINING_SHARE);
    if (running) return running;
    const fails =
      request.scenario === 'fails-always' || (request.scenario === 'fails-once' && request.run === 1);
    return fails
      ? {
          status: 'failed',
          reason: `The address of the development model asks for a failure (${request.scenario}).`,
        }
      : { status: 'succeeded', modelRef: request.key };
  }

  async generate(request: GenerationRequest): Promise<string> {
    return request.key;
  }

  async pollGeneration(request: GenerationRequest): Promise<GenerationState> {
    const share = (request.batch + 1) / request.batches;
    const seconds = this.#paceSeconds * (1 - TRAINING_SHARE) * share;
    return (
      this.#stillRunning(request.startedAt, seconds) ?? {
        status: 'succeeded',
        images: request.shots.map(({ number }) => ({
          make: async () => ({ sizes: await testImage(number % IMAGES) }),
        })),
      }
    );
  }

  #stillRunning(startedAt: number, seconds: number) {
    const left = seconds - (this.#clock.now() - startedAt) / SECOND;
    if (left <= 0) return undefined;
    return {
      status: 'running' as const,
      pollSeconds: Math.min(POLL_SECONDS_MAX, Math.max(1, Math.ceil(left))),
    };
  }
}

function testImage(seed: number): Promise<Sizes> {
  const image = drawn.get(seed) ?? drawTestImage(seed).then(renderSizes);
  drawn.set(seed, image);
  return image;
}

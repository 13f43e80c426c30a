import type { ProviderName } from '../../shared/contract/providers.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import {
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  UnusableImage,
} from '../../shared/providers/errors.ts';
import type {
  GenerationRequest,
  GenerationState,
  JobLookUp,
  Provider,
  ProviderCopies,
  Removal,
  TrainingRequest,
  TrainingState,
} from '../../shared/providers/provider.ts';
import type { Chance } from './chance.ts';

/** Probabilities of a call or of a job. */
export interface Fickleness {
  busy: number;
  /** The call fails, and nothing is carried out. */
  failing: number;
  /** The call is carried out, and its response is lost. */
  lostResponses: number;
  refused: number;
  failed: number;
  /** The job runs for ever. */
  endless: number;
  /** The provider loses the job. */
  vanished: number;
  unusableImages: number;
  /** The image is the same as the one before. */
  duplicates: number;
}

export const RELIABLE: Fickleness = {
  busy: 0,
  failing: 0,
  lostResponses: 0,
  refused: 0,
  failed: 0,
  endless: 0,
  vanished: 0,
  unusableImages: 0,
  duplicates: 0,
};

/** The time in which a provider works. */
export interface Time extends Clock {
  sleep(milliseconds: number): Promise<void>;
}

export interface Pace {
  trainingSeconds: number;
  generationSeconds: number;
}

interface JobAtProvider {
  ref: string;
  key: string;
  endsAt: number;
  outcome: 'succeeds' | 'fails' | 'refused';
}

/** A response that is lost takes as long as the client waits for it. */
const LOST_AFTER = 45 * SECOND;
const POLL_SECONDS = 15;
/** The share of responses that take as long as a client waits at most. */
const SLOW = 0.1;

/** A hosted provider in this process, without an idempotency key, that fails in every way a host can. */
export class FickleProvider implements Provider {
  readonly name: ProviderName = 'astria';
  readonly lookUp: JobLookUp = {
    training: (request) => this.#find(request),
    generation: (request) => this.#find(request),
  };
  /** The number of jobs that were billed, by their keys. */
  readonly billed = new Map<string, number>();
  readonly #jobs = new Map<string, JobAtProvider>();
  readonly #time: Time;
  readonly #chance: Chance;
  readonly #fickleness: Fickleness;
  readonly #pace: Pace;
  #count = 0;
  #images = 0;

  constructor(time: Time, chance: Chance, fickleness: Fickleness, pace: Pace) {
    this.#time = time;
    this.#chance = chance;
    this.#fickleness = fickleness;
    this.#pace = pace;
  }

  /** The keys of the jobs that the provider keeps. */
  kept(): string[] {
    return [...this.#jobs.values()].map(({ key }) => key);
  }

  train(request: TrainingRequest): Promise<string> {
    return this.#request(request, this.#pace.trainingSeconds);
  }

  generate(request: GenerationRequest): Promise<string> {
    return this.#request(request, this.#pace.generationSeconds);
  }

  async pollTraining(_request: TrainingRequest, ref: string): Promise<TrainingState> {
    const state = await this.#poll(ref);
    return state.status === 'succeeded' ? { status: 'succeeded', modelRef: ref } : state;
  }

  async pollGeneration(request: GenerationRequest, ref: string): Promise<GenerationState> {
    const state = await this.#poll(ref);
    if (state.status !== 'succeeded') return state;
    const images = request.shots.map(() => ({
      make: async () => {
        await this.#time.sleep(SECOND);
        if (this.#chance.happens(this.#fickleness.unusableImages)) throw new UnusableImage('It is gone.');
        if (!this.#chance.happens(this.#fickleness.duplicates)) this.#images += 1;
        const image = Buffer.from(String(this.#images));
        return { sizes: { original: image, main: image, thumbnail: image } };
      },
    }));
    return { status: 'succeeded', images };
  }

  async remove({ trainings, generations }: ProviderCopies): Promise<Removal> {
    for (const { request, ref } of [...generations, ...trainings]) {
      await this.#respond();
      const found = ref ?? (await this.#find(request));
      if (found !== undefined) this.#jobs.delete(found);
    }
    return { status: 'deleted' };
  }

  async #request({ key }: TrainingRequest, seconds: number): Promise<string> {
    await this.#respond();
    if (this.#chance.happens(this.#fickleness.refused))
      throw new ProviderRefused('Two people are in a photo.');
    this.#count += 1;
    const ref = `job-${this.#count}`;
    this.billed.set(key, (this.billed.get(key) ?? 0) + 1);
    this.#jobs.set(ref, { ref, key, endsAt: this.#endAfter(seconds), outcome: this.#outcome() });
    if (this.#chance.happens(this.#fickleness.lostResponses)) {
      await this.#time.sleep(LOST_AFTER);
      throw new ProviderUnavailable('The response was lost.');
    }
    return ref;
  }

  #endAfter(seconds: number): number {
    if (this.#chance.happens(this.#fickleness.endless)) return Number.POSITIVE_INFINITY;
    return this.#time.now() + seconds * SECOND * (0.5 + this.#chance.fraction());
  }

  #outcome(): JobAtProvider['outcome'] {
    if (this.#chance.happens(this.#fickleness.failed)) return 'fails';
    return this.#chance.happens(this.#fickleness.refused) ? 'refused' : 'succeeds';
  }

  async #poll(ref: string) {
    await this.#respond();
    const job = this.#jobs.get(ref);
    if (job && this.#chance.happens(this.#fickleness.vanished)) this.#jobs.delete(ref);
    if (!job) return { status: 'failed', reason: 'The job is gone.' } as const;
    if (job.endsAt > this.#time.now()) return { status: 'running', pollSeconds: POLL_SECONDS } as const;
    if (job.outcome === 'succeeds') return { status: 'succeeded' } as const;
    const refused = job.outcome === 'refused' && { refused: true as const };
    return { status: 'failed', reason: `The job ${job.outcome}.`, ...refused } as const;
  }

  async #find({ key }: TrainingRequest): Promise<string | undefined> {
    await this.#respond();
    return [...this.#jobs.values()].find((job) => job.key === key)?.ref;
  }

  /** The failures of any call, before anything is carried out. */
  async #respond(): Promise<void> {
    await this.#time.sleep(
      this.#chance.happens(SLOW) ? this.#chance.below(LOST_AFTER) : this.#chance.between(50, 2000),
    );
    if (this.#chance.happens(this.#fickleness.busy))
      throw new ProviderBusy('Too many requests.', this.#chance.between(1, 90));
    if (this.#chance.happens(this.#fickleness.failing)) throw new ProviderUnavailable('500.');
  }
}

/** Probabilities that differ from seed to seed, up to a provider that hardly works. */
export function anyFickleness(chance: Chance): Fickleness {
  const upTo = (most: number) => (chance.happens(0.4) ? 0 : chance.fraction() * most);
  return {
    busy: upTo(0.2),
    failing: upTo(0.2),
    lostResponses: upTo(0.3),
    refused: upTo(0.02),
    failed: upTo(0.05),
    endless: upTo(0.02),
    vanished: upTo(0.01),
    unusableImages: upTo(0.1),
    duplicates: upTo(0.05),
  };
}

export function anyPace(chance: Chance): Pace {
  return {
    trainingSeconds: chance.between(5, (HOUR / SECOND) * 1.5),
    generationSeconds: chance.between(2, (10 * MINUTE) / SECOND),
  };
}

import { createHash } from 'node:crypto';
import type { GenerationParameters, TrainingParameters } from '../../../shared/contract/worker/schemas.ts';
import { type Clock, SECOND } from '../../../shared/platform/clock.ts';
import type { MadeImage } from '../images.ts';
import { Misbehaviours } from '../misbehaviours.ts';
import type { CallbackMisbehaviour, JobKind, JobMisbehaviour, StandInOptions } from '../stand-in.ts';

export interface StandInJob {
  id: string;
  object: JobKind;
  model: string;
  endsAt: number;
  /** The time from its request to its end. */
  seconds: number;
  callbackUrl: string;
  images: MadeImage[];
  misbehaviour?: JobMisbehaviour;
  callback?: CallbackMisbehaviour;
}

/** The jobs of the stand-in, all at the same time, in memory. */
export class StandInJobs {
  readonly misbehaviours = new Misbehaviours();
  readonly billed: Record<JobKind, number> = { training: 0, generation: 0 };
  readonly #clock: Clock;
  readonly #seconds: Record<JobKind, number>;
  readonly #jobs = new Map<string, StandInJob>();
  /** Models that were deleted. */
  readonly #deleted = new Set<string>();

  constructor({ clock, trainingSeconds, generationSeconds }: StandInOptions) {
    this.#clock = clock;
    this.#seconds = { training: trainingSeconds, generation: generationSeconds };
  }

  all(): StandInJob[] {
    return [...this.#jobs.values()];
  }

  find(id: string): StandInJob | undefined {
    const job = this.#jobs.get(id);
    return job?.misbehaviour === 'lost' ? undefined : job;
  }

  isDeleted(model: string): boolean {
    return this.#deleted.has(model);
  }

  train(key: string, { model, callbackUrl }: TrainingParameters) {
    return this.#create('training', key, model, callbackUrl, []);
  }

  generate(key: string, model: string, { shots, callbackUrl }: GenerationParameters) {
    return this.#create('generation', key, model, callbackUrl, shots);
  }

  /** @returns false the first time when a job of the model runs, which is being stopped. */
  deleteModel(model: string): boolean {
    const isStopping =
      !this.#deleted.has(model) && this.all().some((job) => job.model === model && this.runs(job));
    this.#deleted.add(model);
    if (isStopping) return false;
    for (const job of this.all()) if (job.model === model) this.#jobs.delete(job.id);
    return true;
  }

  runs({ endsAt, misbehaviour }: StandInJob): boolean {
    return misbehaviour === 'never-ends' || this.#clock.now() < endsAt;
  }

  /** The job as the worker answers it. */
  describe(job: StandInJob) {
    const { id, object, model, misbehaviour, seconds, images } = job;
    const fields = { id, object, model };
    if (this.runs(job)) {
      const etaSeconds = Math.max(0, Math.ceil((job.endsAt - this.#clock.now()) / SECOND));
      return { ...fields, status: 'running', etaSeconds };
    }
    const usage = { unit: 'GPU second', amount: seconds, seconds };
    const error = misbehaviour && ERRORS[misbehaviour];
    if (error) return { ...fields, status: 'failed', error, usage };
    const urls = images.map((_, at) => ({ url: `/v1/generations/${id}/images/${at}` }));
    return { ...fields, status: 'succeeded', usage, ...(object === 'generation' && { images: urls }) };
  }

  #create(object: JobKind, key: string, model: string, callbackUrl: string, shots: readonly MadeImage[]) {
    const id = `${object}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
    const known = this.#jobs.get(id);
    if (known) return { job: known, isNew: false };
    const misbehaviour = this.misbehaviours.jobs.next(object);
    const callback = this.misbehaviours.callbacks.next('next');
    const seconds = this.#seconds[object];
    const job: StandInJob = {
      ...{ id, object, model, callbackUrl, seconds },
      endsAt: this.#clock.now() + seconds * SECOND,
      images: shots.map(({ prompt, seed }) => this.misbehaviours.nextImage(prompt, seed)),
      ...(misbehaviour && { misbehaviour }),
      ...(callback && { callback }),
    };
    this.#jobs.set(id, job);
    this.billed[object] += 1;
    return { job, isNew: true };
  }
}

const ERRORS: Partial<Record<JobMisbehaviour, object>> = {
  fails: { code: 'out_of_memory', message: 'The GPU ran out of memory.', retryable: true },
  refused: { code: 'images_rejected', message: 'The images show several people.', retryable: false },
};

import { MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { ProviderBusy, ProviderUnavailable, UnusableImage } from '../../shared/providers/errors.ts';
import {
  type PlannedTrainingJob,
  prefixOf,
  type TrainingAccount,
  type TrainingJob,
} from '../../shared/providers/sagemaker/training-account.ts';
import type { Chance } from './chance.ts';
import type { Fickleness, Pace, Time } from './fickle-provider.ts';

/** A response that is lost takes as long as the client waits for it. */
const LOST_AFTER = 30 * SECOND;
/** The longest time in which a job that was stopped writes what it has. */
const STOPPING = 2 * MINUTE;
/** The share of jobs that lose their Spot capacity once. */
const INTERRUPTED = 0.3;
const ULID_LENGTH = 26;
const ROOT = 's3://bucket/';

interface JobOfAccount {
  planned: PlannedTrainingJob;
  endsAt: number;
  /** When it writes a checkpoint, as it was interrupted. */
  interruptedAt?: number | undefined;
  outcome: 'completed' | 'failed' | 'refused' | 'stopped';
  isWritten?: true;
}

/** An AWS account in this process that fails in every way SageMaker and S3 can, with Spot interruptions. */
export class FickleAccount {
  /** The number of jobs that were billed, by their names. */
  readonly billed = new Map<string, number>();
  readonly #jobs = new Map<string, JobOfAccount>();
  readonly #objects = new Map<string, Uint8Array>();
  readonly #time: Time;
  readonly #chance: Chance;
  readonly #fickleness: Fickleness;
  readonly #pace: Pace;
  #images = 0;

  constructor(time: Time, chance: Chance, fickleness: Fickleness, pace: Pace) {
    this.#time = time;
    this.#chance = chance;
    this.#fickleness = fickleness;
    this.#pace = pace;
  }

  /** The keys of the jobs that the account keeps something of. */
  kept(): string[] {
    this.#settle();
    const objects = [...this.#objects.keys()].map((key) => key.replace('models/', ''));
    return [...this.#jobs.keys(), ...objects].map(keyOf);
  }

  /** A session that reaches what belongs to one run. */
  session(tag: string): TrainingAccount {
    const prefix = prefixOf(tag);
    return {
      root: ROOT,
      describe: async (name) => {
        await this.#respond();
        return this.#describe(name);
      },
      create: (job) => this.#create(job),
      stop: async (name) => {
        await this.#respond();
        const job = this.#jobs.get(name);
        if (!job || job.endsAt <= this.#time.now()) return;
        Object.assign(job, { outcome: 'stopped', endsAt: this.#time.now() + this.#chance.below(STOPPING) });
        await this.#lose();
      },
      forget: async (name) => {
        await this.#respond();
        this.#settle();
        this.#jobs.delete(name);
        await this.#lose();
      },
      write: async (key, bytes) => {
        await this.#respond();
        if (!key.startsWith(prefix)) throw new Error(`${key} is not below ${prefix}.`);
        this.#objects.set(key, bytes);
        await this.#lose();
      },
      read: async (uri) => {
        await this.#respond();
        const image = this.#objects.get(uri.replace(ROOT, ''));
        if (!image || this.#chance.happens(this.#fickleness.unusableImages))
          throw new UnusableImage('It is gone.');
        return image;
      },
      removeObjects: async () => {
        await this.#respond();
        this.#settle();
        for (const key of this.#objects.keys()) if (key.startsWith(prefix)) this.#objects.delete(key);
        await this.#lose();
      },
    };
  }

  async #create(planned: PlannedTrainingJob): Promise<void> {
    await this.#respond();
    const { name, channels } = planned;
    if (this.#jobs.has(name)) return;
    this.billed.set(name, (this.billed.get(name) ?? 0) + 1);
    const { trainingSeconds, generationSeconds } = this.#pace;
    const seconds =
      (channels.adapter ? generationSeconds : trainingSeconds) * (0.5 + this.#chance.fraction());
    const isInterrupted = this.#chance.happens(INTERRUPTED);
    const isEndless = this.#chance.happens(this.#fickleness.endless);
    const now = this.#time.now();
    this.#jobs.set(name, {
      planned,
      outcome: this.#outcome(),
      endsAt: isEndless ? Number.POSITIVE_INFINITY : now + seconds * SECOND * (isInterrupted ? 2 : 1),
      ...(isInterrupted && { interruptedAt: now + (seconds / 2) * SECOND }),
    });
    await this.#lose();
  }

  #outcome(): JobOfAccount['outcome'] {
    if (this.#chance.happens(this.#fickleness.failed)) return 'failed';
    return this.#chance.happens(this.#fickleness.refused) ? 'refused' : 'completed';
  }

  #describe(name: string): TrainingJob | undefined {
    this.#settle();
    const job = this.#jobs.get(name);
    if (!job) return undefined;
    const { outcome, endsAt, planned } = job;
    if (endsAt > this.#time.now()) return { status: outcome === 'stopped' ? 'stopping' : 'running' };
    if (outcome === 'refused')
      return { status: 'failed', failureReason: 'AlgorithmError: refused: two people' };
    return { status: outcome, ...(outcome === 'completed' && { artifacts: `${planned.output}/` }) };
  }

  /** Writes what jobs have written by now: results, and the checkpoints of those that were stopped or interrupted. */
  #settle(): void {
    const now = this.#time.now();
    for (const job of this.#jobs.values()) {
      const { planned, outcome, endsAt, interruptedAt } = job;
      if (interruptedAt !== undefined && interruptedAt <= now) {
        this.#put(`${planned.checkpoints}/1`);
        job.interruptedAt = undefined;
      }
      if (endsAt > now || job.isWritten) continue;
      job.isWritten = true;
      if (outcome === 'stopped') this.#put(`${planned.checkpoints}/2`);
      if (outcome !== 'completed') continue;
      for (const shot of Array(40).keys()) {
        if (!this.#chance.happens(this.#fickleness.duplicates)) this.#images += 1;
        this.#put(`${planned.output}/${shot}.jpg`, String(this.#images));
      }
    }
  }

  #put(uri: string, text = ''): void {
    this.#objects.set(uri.replace(ROOT, ''), Buffer.from(text));
  }

  /** The failures of any call, before anything is carried out. */
  async #respond(): Promise<void> {
    await this.#time.sleep(this.#chance.between(50, 2000));
    if (this.#chance.happens(this.#fickleness.busy)) throw new ProviderBusy('Throttled.', 30);
    if (this.#chance.happens(this.#fickleness.failing)) throw new ProviderUnavailable('500.');
  }

  /** The response of a call that was carried out may be lost. */
  async #lose(): Promise<void> {
    if (!this.#chance.happens(this.#fickleness.lostResponses)) return;
    await this.#time.sleep(LOST_AFTER);
    throw new ProviderUnavailable('The response was lost.');
  }
}

/** The key of a job by the name of the job, or of an object below its prefix. */
function keyOf(name: string): string {
  const ulid = name.slice(0, ULID_LENGTH).toUpperCase();
  return `mdl_${ulid}${name.slice(ULID_LENGTH).replace('/', '-')}`;
}

import { createHash, randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { type Clock, HOUR, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import type { MadeImage } from '../images.ts';
import { Misbehaviours } from '../misbehaviours.ts';
import type { CallbackMisbehaviour, JobKind, StandInOptions } from '../stand-in.ts';
import type { PredictionBody, TrainingBody } from './requests.ts';

/** The destination of trainings, a private model of the account, and the trainer that the account may use. */
export const DESTINATION = 'acme/headshots';
export const TRAINER = `ostris/flux-dev-lora-trainer:${sha256('trainer')}`;

/** Data of predictions is removed an hour after their end, and files expire an hour after they were sent. */
const DATA_KEPT = HOUR;
const FILE_KEPT = HOUR;
/** The share of a job's time that it waits for a machine. It is not billed. */
const QUEUED_SHARE = 0.1;
const STEPS = 1000;

export interface StoredFile {
  id: string;
  name: string;
  type: string;
  bytes: Uint8Array;
  metadata: unknown;
  createdAt: number;
}

interface StoredJob {
  id: string;
  createdAt: number;
  seconds: number;
  webhook?: string | undefined;
  callback?: CallbackMisbehaviour | undefined;
  canceledAt?: number;
  /** Why it will end without a result. */
  error?: string | undefined;
  endless: boolean;
}

export interface StoredTraining extends StoredJob {
  kind: 'training';
  input: TrainingBody['input'];
}

export interface StoredPrediction extends StoredJob {
  kind: 'generation';
  /** Without the model's name. */
  version: string;
  input: PredictionBody['input'];
  images: MadeImage[];
}

const ERRORS: Record<JobKind, Record<'fails' | 'refused', string>> = {
  training: { fails: 'CUDA out of memory.', refused: 'input_images holds no image that can be read.' },
  generation: {
    fails: 'Prediction interrupted; please retry (code: PA)',
    refused: 'NSFW content detected. Try running it again, or try a different prompt.',
  },
};

/** Everything that Replicate keeps for one account. Jobs advance with the clock. */
export class Account {
  readonly misbehaviours = new Misbehaviours();
  readonly billed: Record<JobKind, number> = { training: 0, generation: 0 };
  readonly #options: StandInOptions;
  readonly #files = new Map<string, StoredFile>();
  readonly #trainings = new Map<string, StoredTraining>();
  readonly #predictions = new Map<string, StoredPrediction>();
  readonly #deletedVersions = new Set<string>();

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get now(): number {
    return this.clock.now();
  }

  addFile(file: Omit<StoredFile, 'id' | 'createdAt'>): StoredFile {
    const stored = { ...file, id: newId(), createdAt: this.now };
    this.#files.set(stored.id, stored);
    return stored;
  }

  /** The files that have not expired, the newest first. */
  files(): StoredFile[] {
    return [...this.#files.values()].filter((file) => this.now < expiryOf(file)).reverse();
  }

  deleteFile(id: string): boolean {
    return this.#files.delete(id);
  }

  addTraining({ input, webhook }: TrainingBody): StoredTraining {
    const fault = this.#archiveFault(input.input_images);
    const training = { ...this.#newJob('training', webhook), kind: 'training' as const, input };
    if (fault !== undefined) training.error = fault;
    return training;
  }

  addPrediction({ version, input, webhook }: PredictionBody): StoredPrediction {
    const images = Array.from({ length: input.num_outputs }, (_, at) =>
      this.misbehaviours.nextImage(input.prompt, input.seed + at),
    );
    const id = version.replace(/^.*:/, '');
    return { ...this.#newJob('generation', webhook), kind: 'generation', version: id, input, images };
  }

  /** Bills a job, and keeps it unless it is to be lost. */
  keep(job: StoredTraining | StoredPrediction): void {
    this.billed[job.kind] += 1;
    const misbehaviour = this.misbehaviours.jobs.next(job.kind);
    if (misbehaviour === 'lost') return;
    job.endless = misbehaviour === 'never-ends';
    if (misbehaviour === 'fails' || misbehaviour === 'refused') job.error = ERRORS[job.kind][misbehaviour];
    if (job.kind === 'training') this.#trainings.set(job.id, job);
    else this.#predictions.set(job.id, job);
  }

  training(id: string): StoredTraining | undefined {
    return this.#trainings.get(id);
  }

  prediction(id: string): StoredPrediction | undefined {
    return this.#predictions.get(id);
  }

  /** The newest first. */
  trainings(): StoredTraining[] {
    return [...this.#trainings.values()].reverse();
  }

  /** The newest first. */
  predictions(): StoredPrediction[] {
    return [...this.#predictions.values()].reverse();
  }

  cancel(job: StoredJob): void {
    if (this.isRunning(job)) job.canceledAt = this.now;
  }

  hasVersion(version: string): boolean {
    return this.#versions().includes(version);
  }

  /** Deletes a version with its predictions. @returns false when there is none. */
  deleteVersion(version: string): boolean {
    if (!this.hasVersion(version)) return false;
    this.#deletedVersions.add(version);
    for (const { id } of this.predictions().filter((prediction) => prediction.version === version)) {
      this.#predictions.delete(id);
    }
    return true;
  }

  /** The record of a training that has ended is not listed: it has no photo, and no interface deletes it. */
  kept(): string[] {
    return [
      ...this.files().map(({ id }) => `file ${id}`),
      ...this.#versions().map((version) => `version ${version}`),
      ...this.trainings().flatMap((job) => (this.isRunning(job) ? [`training ${job.id}`] : [])),
      ...this.predictions().flatMap((job) => (this.isDataRemoved(job) ? [] : [`prediction ${job.id}`])),
    ];
  }

  statusOf(job: StoredJob): 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' {
    if (job.canceledAt !== undefined) return 'canceled';
    const age = (this.now - job.createdAt) / SECOND;
    if (age < job.seconds * QUEUED_SHARE) return 'starting';
    if (job.endless || age < job.seconds) return 'processing';
    return job.error === undefined ? 'succeeded' : 'failed';
  }

  isRunning(job: StoredJob): boolean {
    const status = this.statusOf(job);
    return status === 'starting' || status === 'processing';
  }

  isDataRemoved(job: StoredJob): boolean {
    return !this.isRunning(job) && this.now >= this.#endOf(job) + DATA_KEPT;
  }

  /** The fields that trainings and predictions have in common. */
  view(job: StoredJob): Record<string, unknown> {
    const startedAt = job.createdAt + job.seconds * QUEUED_SHARE * SECOND;
    const status = this.statusOf(job);
    const ended = !this.isRunning(job);
    const end = this.#endOf(job);
    return {
      id: job.id,
      status,
      source: 'api',
      created_at: isoTime(job.createdAt),
      ...(status !== 'starting' && { started_at: isoTime(startedAt) }),
      ...(ended && { completed_at: isoTime(end) }),
      error: status === 'failed' ? job.error : null,
      logs: this.#logs(job),
      ...(ended && {
        metrics: {
          predict_time: Math.max(0, end - startedAt) / SECOND,
          total_time: (end - job.createdAt) / SECOND,
        },
      }),
    };
  }

  #newJob(kind: JobKind, webhook: string | undefined): StoredJob {
    const { trainingSeconds, generationSeconds } = this.#options;
    return {
      id: newId(),
      createdAt: this.now,
      seconds: kind === 'training' ? trainingSeconds : generationSeconds,
      webhook,
      callback: webhook === undefined ? undefined : this.misbehaviours.callbacks.next('next'),
      endless: false,
    };
  }

  /** Why a trainer could not read the archive. It is read when the training starts. */
  #archiveFault(address: string): string | undefined {
    const file = this.files().find(({ id }) => address.endsWith(`/files/${id}`));
    if (!file) return `404 Client Error: Not Found for url: ${address}`;
    try {
      const names = Object.keys(unzipSync(file.bytes));
      return names.some((name) => name.endsWith('.jpg')) ? undefined : ERRORS.training.refused;
    } catch {
      return 'input_images must be a zip file';
    }
  }

  #versions(): string[] {
    return this.trainings()
      .filter((training) => this.statusOf(training) === 'succeeded')
      .map(({ id }) => versionOf(id))
      .filter((version) => !this.#deletedVersions.has(version));
  }

  #endOf(job: StoredJob): number {
    return job.canceledAt ?? job.createdAt + job.seconds * SECOND;
  }

  /** The progress bar of the trainer. */
  #logs(job: StoredJob): string {
    const age = Math.min(job.seconds, (this.now - job.createdAt) / SECOND);
    const step = Math.floor((STEPS * age) / Math.max(1, job.seconds));
    return `flux_train_replicate: | ${step}/${STEPS} [${clockTime(age)}<${clockTime(job.seconds - age)}, 1.2it/s]`;
  }
}

/** The version that a training adds to the destination. */
export function versionOf(trainingId: string): string {
  return sha256(trainingId);
}

export function expiryOf({ createdAt }: StoredFile): number {
  return createdAt + FILE_KEPT;
}

function clockTime(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

function newId(): string {
  return randomBytes(13).toString('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

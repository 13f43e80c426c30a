import type { ProviderName } from '../../contract/providers.ts';
import { SECOND } from '../../platform/clock.ts';

/** The estimated end of a job, and how far it was when that was estimated. Times are milliseconds since the epoch. */
export interface Estimate {
  /** When the provider took the job. */
  since: number;
  /** When the end was estimated. */
  at: number;
  /** The share that was done then: of the run for the training, which is its first part, and of the job for a batch. */
  done: number;
  endsAt: number;
}

export interface TypicalSeconds {
  training: number;
  /** All batches of photos. */
  generation: number;
  /** One batch of photos. */
  batch: number;
}

/** The part of a job that its progress depends on. */
export interface EstimatedJob {
  provider: ProviderName;
  status: 'planned' | 'running' | 'succeeded';
  /** The request of a batch of photos has the field `batch`. */
  request: object;
  estimate?: Estimate;
  endedAt?: number;
}

/** The usual durations of jobs, which count until their providers tell. */
const TYPICAL_SECONDS: Readonly<Record<ProviderName, TypicalSeconds>> = {
  studio: { training: 45, generation: 60, batch: 30 },
  development: { training: 120, generation: 60, batch: 60 },
  astria: { training: 1500, generation: 300, batch: 180 },
  replicate: { training: 1200, generation: 300, batch: 120 },
  http: { training: 1800, generation: 300, batch: 180 },
  sagemaker: { training: 1500, generation: 1000, batch: 900 },
};

export function typicalSecondsOf({ provider }: Pick<EstimatedJob, 'provider'>): TypicalSeconds {
  return TYPICAL_SECONDS[provider];
}

/** The estimate of a job that its provider takes now. What was done by a former take of a batch stays done. */
export function firstEstimate(job: EstimatedJob, now: number): Estimate {
  const { training, batch } = typicalSecondsOf(job);
  return {
    since: now,
    at: now,
    done: shareDone(job, now),
    endsAt: now + (isBatch(job) ? batch : training) * SECOND,
  };
}

/** The share that is done: of the run for its training, of the job for a batch. It grows beyond the estimated end, below 1. */
export function shareDone(job: EstimatedJob, time: number): number {
  if (isBatch(job) && job.status === 'succeeded') return 1;
  if (!job.estimate) return 0;
  const { at, done, endsAt } = job.estimate;
  const rest = isBatch(job) ? 0 : typicalSecondsOf(job).generation * SECOND;
  const elapsed = Math.max(0, Math.min(time, job.endedAt ?? time) - at);
  return done + (1 - done) * slowed(elapsed / Math.max(SECOND, endsAt + rest - at));
}

/** The progress up to which it is proportional to time. */
const PROPORTIONAL = 0.9;

/** Grows like time at first, and then ever slower towards 1. */
function slowed(time: number): number {
  return time <= PROPORTIONAL ? time : 1 - ((1 - PROPORTIONAL) * PROPORTIONAL) / time;
}

function isBatch({ request }: EstimatedJob): boolean {
  return 'batch' in request;
}

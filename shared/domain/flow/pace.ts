import { isHosted } from '../../contract/providers.ts';
import type { Progress } from '../../contract/run.ts';
import { SECOND } from '../../platform/clock.ts';
import type { Running } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import type { Job } from './jobs.ts';

interface Rhythm {
  /** The pause as a share of the job's age, which bounds how late its end is noticed. */
  share: number;
  longestSeconds: number;
}

/** The pauses between polls of a job, which grow with its age. Every batch of photos is polled by itself. */
export interface Pace extends Rhythm {
  /**
   * A hosted provider posts callbacks, so polls only make up for one that was lost. Such a poll is thirteen events of
   * the execution's history, and nine otherwise. There can be 25,000.
   */
  hosted: Rhythm & {
    shortestSeconds: number;
    /** The share while the provider tells how long the job will take. */
    shareWithEstimate: number;
  };
}

export const TRAINING_PACE: Pace = {
  share: 1 / 10,
  longestSeconds: 120,
  hosted: { share: 1 / 4, shareWithEstimate: 1 / 20, shortestSeconds: 30, longestSeconds: 300 },
};
export const GENERATION_PACE: Pace = {
  share: 1 / 3,
  longestSeconds: 600,
  hosted: { share: 1 / 2, shareWithEstimate: 1 / 5, shortestSeconds: 30, longestSeconds: 600 },
};

/**
 * A job that goes on: the pause that its provider asks for, or a longer one at this age. One with an estimate is polled
 * after half of the rest, until the job takes longer than estimated.
 */
export function paced(context: DomainContext, job: Job, running: Running, pace: Pace): Progress {
  const { status, pollSeconds, worksInPoll = false, secondsLeft = 0 } = running;
  if (worksInPoll) return { status, pollSeconds };
  const isOverdue = job.estimate !== undefined && job.estimate.endsAt < context.clock.now();
  if (!isHosted(job.provider) || secondsLeft <= 0 || isOverdue) return backedOff(context, job, running, pace);
  const { shareWithEstimate, shortestSeconds, longestSeconds } = pace.hosted;
  const pause = Math.max(shortestSeconds, secondsLeft / 2, ageOf(context, job) * shareWithEstimate);
  return { status, pollSeconds: Math.max(pollSeconds, Math.floor(Math.min(pause, longestSeconds))) };
}

/** A longer pause at this age of the job, also while its provider is busy or does not answer. */
export function backedOff(
  context: DomainContext,
  job: Job,
  { status, pollSeconds }: Pick<Progress, 'status' | 'pollSeconds'>,
  pace: Pace,
): Progress {
  const hosted = isHosted(job.provider);
  const { share, longestSeconds } = hosted ? pace.hosted : pace;
  const shortest = hosted ? pace.hosted.shortestSeconds : 0;
  const pause = Math.min(Math.floor(ageOf(context, job) * share), longestSeconds);
  return { status, pollSeconds: Math.max(pollSeconds, shortest, pause) };
}

/** Whole and broken seconds since the provider took the job, or until then since it was planned. */
function ageOf(context: DomainContext, { estimate, request }: Job): number {
  return (context.clock.now() - (estimate?.since ?? request.startedAt)) / SECOND;
}

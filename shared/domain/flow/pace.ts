import type { Progress } from '../../contract/run.ts';
import { SECOND } from '../../platform/clock.ts';
import type { Running } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import type { Job } from './jobs.ts';

/**
 * How seldom a job is polled as it grows older. Each poll is nine events of the execution's history, of which
 * there can be 25,000, and every batch of photos is polled by itself.
 */
export interface Pace {
  /** The pause as a share of the job's age, which bounds how late its end is noticed. */
  share: number;
  longestSeconds: number;
}

export const TRAINING_PACE: Pace = { share: 1 / 10, longestSeconds: 120 };
export const GENERATION_PACE: Pace = { share: 1 / 3, longestSeconds: 600 };

/** A job that goes on: the pause that its provider asks for, or a longer one at this age. */
export function paced(context: DomainContext, job: Job, running: Running, pace: Pace): Progress {
  const { status, pollSeconds, worksInPoll = false } = running;
  if (worksInPoll) return { status, pollSeconds };
  const age = (context.clock.now() - job.request.startedAt) / SECOND;
  const backedOff = Math.min(Math.floor(age * pace.share), pace.longestSeconds);
  return { status, pollSeconds: Math.max(pollSeconds, backedOff) };
}

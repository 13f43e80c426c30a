import type { Progress } from '../../contract/run.ts';
import type { Failed, Running, TrainingRequest } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import {
  awaitingCallback,
  type Job,
  type JobRequest,
  progressAfter,
  requestJob,
  requireInTime,
} from './jobs.ts';
import { noteEstimate } from './note-estimate.ts';
import { backedOff, type Pace, paced } from './pace.ts';

/** The steps of a training or of a batch of photos. */
interface JobSteps<Request extends TrainingRequest, Stored extends Job<Request>, Succeeded>
  extends Omit<JobRequest<Request>, 'job'> {
  pace: Pace;
  /** Runs before the request. @returns the job to request, or when to take the next step. */
  prepare?(): Promise<Stored | Progress>;
  poll(request: Request, ref: string): Promise<Running | Failed | Succeeded>;
  end(job: Stored, state: Failed | Succeeded): Promise<Progress>;
}

/**
 * Requests, polls or ends a job; the flow pauses while its provider is busy or does not answer.
 * @throws ModelGone, ProviderFailed, ProviderRefused, JobTimedOut.
 */
export async function advanceJob<
  Request extends TrainingRequest,
  Stored extends Job<Request>,
  Succeeded extends { status: 'succeeded' },
>(context: DomainContext, stored: Stored, steps: JobSteps<Request, Stored, Succeeded>): Promise<Progress> {
  requireInTime(context, stored);
  const progress = await advance(context, stored, steps).catch((error: unknown) =>
    backedOff(context, stored, progressAfter(error), steps.pace),
  );
  return awaitingCallback(stored, progress);
}

async function advance<
  Request extends TrainingRequest,
  Stored extends Job<Request>,
  Succeeded extends { status: 'succeeded' },
>(context: DomainContext, stored: Stored, steps: JobSteps<Request, Stored, Succeeded>): Promise<Progress> {
  const { key, pace, start, find, poll, end } = steps;
  const prepared = steps.prepare ? await steps.prepare() : stored;
  if (!('request' in prepared)) return prepared;
  const taken = await requestJob(context, { key, job: prepared, start, find });
  if (!('ref' in taken)) return backedOff(context, prepared, taken, pace);
  const job = { ...prepared, ...taken };
  const state = await poll(job.request, taken.ref);
  if (state.status !== 'running') return end(job, state);
  await noteEstimate(context, key, job, state);
  return paced(context, job, state, pace);
}

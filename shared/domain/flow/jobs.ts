import type { GenerationRequest, TrainingRequest } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import { JOB_TIME_LIMIT } from '../model/deadline.ts';

/** A job at a provider. It is stored before it is requested. */
export interface Job<Request extends TrainingRequest = TrainingRequest> {
  status: 'planned' | 'running' | 'succeeded';
  request: Request;
  /** The provider's reference to the job, once it gave one. */
  ref?: string;
  /** The result of a training, once it has succeeded. */
  modelRef?: string;
}

export interface BatchJob extends Job<GenerationRequest> {
  /**
   * The ids of the batch's photos, in the order of its shots. They are planned, so a repeated step stores no
   * photo twice.
   */
  photoIds: string[];
}

/** The provider ended a job without a result. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** A job has taken longer than any job may. */
export class JobTimedOut extends Error {
  override readonly name = 'JobTimedOut';
}

/** @throws JobTimedOut when the job has taken longer than any job may. */
export function requireInTime(context: DomainContext, job: Job): void {
  if (context.clock.now() - job.request.startedAt <= JOB_TIME_LIMIT) return;
  throw new JobTimedOut(`The job ${job.request.key} exceeded its time limit.`);
}

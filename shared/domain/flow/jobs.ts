import type { ProviderName } from '../../contract/providers.ts';
import type { Progress } from '../../contract/run.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import { ProviderBusy, ProviderUnavailable } from '../../providers/errors.ts';
import type { GenerationRequest, TrainingRequest, Usage } from '../../providers/provider.ts';
import { both, equals, existsWithout } from '../../table/condition.ts';
import type { Key } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { JOB_TIME_LIMIT } from '../model/deadline.ts';
import { ModelGone } from '../model/progress.ts';

/** A job at a provider. It is stored before it is requested. */
export interface Job<Request extends TrainingRequest = TrainingRequest> {
  provider: ProviderName;
  status: 'planned' | 'running' | 'succeeded';
  request: Request;
  /** The random part of the callback's URL. */
  callbackToken: string;
  /**
   * The time of the last request for the job, in milliseconds since the epoch, until its response is stored. It is
   * written before a request that cannot be repeated, and keeps other steps from requesting the job as well.
   */
  requestedAt?: number;
  /** The provider's reference to the job, once it gave one. */
  ref?: string;
  /** The result of a training, once it has succeeded. */
  modelRef?: string;
  /** The provider's bill for the job, once it has succeeded. */
  usage?: Usage;
}

export interface BatchJob extends Job<GenerationRequest> {
  /**
   * The ids of the batch's photos, in the order of its shots. They are planned, so a repeated step stores no
   * photo twice.
   */
  photoIds: string[];
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

/** Longer than any call of a provider, so that a request whose lease has expired has been answered or lost. */
const REQUEST_LEASE = MINUTE;
/** The pause after a call whose outcome is not known. */
const UNAVAILABLE_SECONDS = 30;

export interface JobRequest<Request extends TrainingRequest> {
  key: Key;
  job: Job<Request>;
  /** Requests the job. @returns the provider's reference. */
  start(request: Request): Promise<string>;
  /** Finds the job of an earlier request. Absent where a repeated request does no harm. */
  find?: ((request: Request) => Promise<string | undefined>) | undefined;
}

/**
 * Requests a job that has no reference yet, and stores the reference. A job whose former response was lost is looked
 * up first. The outcome of a request is stored before any other is made.
 * @returns the reference, or when to ask again
 * @throws ModelGone when the job was removed with its model.
 */
export async function requestJob<Request extends TrainingRequest>(
  context: DomainContext,
  { key, job, start, find }: JobRequest<Request>,
): Promise<string | Progress> {
  if (job.ref !== undefined) return job.ref;
  if (!find) return storeRef(context, key, await start(job.request));
  const now = context.clock.now();
  const leaseEnds = (job.requestedAt ?? Number.NEGATIVE_INFINITY) + REQUEST_LEASE;
  if (leaseEnds > now) return later(Math.ceil((leaseEnds - now) / SECOND));
  if (job.requestedAt !== undefined) {
    const found = await find(job.request);
    if (found !== undefined) return storeRef(context, key, found);
  }
  if (!(await noteRequest(context, key, now, job.requestedAt))) return later(UNAVAILABLE_SECONDS);
  try {
    return await storeRef(context, key, await start(job.request));
  } catch (error) {
    // Nothing was requested, so the next step need not look for it.
    if (error instanceof ProviderBusy) await forgetRequest(context, key, now);
    throw error;
  }
}

/**
 * The progress of a job whose provider is busy or does not answer: it is asked again later, until the time limit of
 * the job.
 * @throws any other error.
 */
export function progressAfter(error: unknown): Progress {
  if (error instanceof ProviderBusy) return later(error.retryAfterSeconds);
  if (error instanceof ProviderUnavailable) return later(UNAVAILABLE_SECONDS);
  throw error;
}

function later(pollSeconds: number): Progress {
  return { status: 'running', pollSeconds: Math.max(1, pollSeconds) };
}

/** @returns false when another step has requested the job meanwhile. */
async function noteRequest(
  context: DomainContext,
  key: Key,
  now: number,
  former: number | undefined,
): Promise<boolean> {
  const isUnchanged = former === undefined ? existsWithout('requestedAt') : equals('requestedAt', former);
  const { written } = await context.table.write(
    update(
      key,
      { set: { requestedAt: now } },
      { condition: both(equals('status', 'planned'), isUnchanged), onConditionFailed: jobGone },
    ),
  );
  return written;
}

async function forgetRequest(context: DomainContext, key: Key, requestedAt: number): Promise<void> {
  await context.table.write(
    update(
      key,
      { remove: ['requestedAt'] },
      { condition: equals('requestedAt', requestedAt), onConditionFailed: jobGone },
    ),
  );
}

/** @returns the reference that is stored, which another call of the step may have been faster to store. */
async function storeRef(context: DomainContext, key: Key, ref: string): Promise<string> {
  const result = await context.table.write<Job>(
    update(
      key,
      { set: { status: 'running', ref }, remove: ['requestedAt'] },
      { condition: equals('status', 'planned'), onConditionFailed: jobGone },
    ),
  );
  if (result.written) return ref;
  if (result.existing?.ref === undefined) throw jobGone();
  return result.existing.ref;
}

export function jobGone(): ModelGone {
  return new ModelGone('The job was taken over or removed with its model.');
}

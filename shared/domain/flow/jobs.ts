import { isHosted, type ProviderName } from '../../contract/providers.ts';
import type { BatchInput, Progress } from '../../contract/run.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import {
  ProviderBusy,
  ProviderFailed,
  ProviderRefused,
  ProviderUnavailable,
} from '../../providers/errors.ts';
import type {
  Failed,
  GenerationRequest,
  PhotoFault,
  TrainingRequest,
  Usage,
} from '../../providers/provider.ts';
import { both, type Condition, equals, unchanged } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import type { Key } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { JOB_TIME_LIMIT } from '../model/deadline.ts';
import { ModelGone } from '../model/progress.ts';
import { type Estimate, firstEstimate } from './estimate.ts';

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
  /** The results of the provider's inspection of the uploads, where it inspects them. */
  inspection?: Record<string, PhotoFault | 'fit'>;
  /** The result of a training, once it has succeeded. */
  modelRef?: string;
  /** The provider's bill for the job, once it has succeeded. */
  usage?: Usage;
  /** The judged photos of the run, in its training only. */
  judged?: JudgedPhotos;
  /** Counts the changes of `judged`; each is conditional on it. */
  judgements?: number;
  /** Absent until the provider has taken the job. */
  estimate?: Estimate;
  /** When the end of the job was noticed, once it has succeeded, in milliseconds since the epoch. */
  endedAt?: number;
  /** The number of callbacks that have come for the job. */
  callbacks?: number;
  /** The token that ends the flow's pause before the next poll; the token of a pause that has ended has no effect. */
  taskToken?: string;
}

/** The photos of a run that were judged, of all its batches. */
export interface JudgedPhotos {
  /** The fingerprints of stored photos, by photo id. */
  fingerprints: Record<string, string>;
  /** The number of shots that were given up, since no take of them was usable. */
  missing: number;
  /** The number of these whose last image was unlike the person. */
  unlike?: number;
}

/** The latest take of a batch. Former takes are kept at keys of their own, since the provider may keep copies of them. */
export interface BatchJob extends Job<GenerationRequest> {
  /** The number of the take, from 1. Each take requests those shots of the batch of which no usable image was made. */
  take: number;
  /**
   * The ids of the photos of this take, in the order of its shots. They are planned, so a repeated step stores no
   * photo twice.
   */
  photoIds: string[];
  /** The ids of the photos of former takes. */
  formerIds?: string[];
  /** Photos of any take that are not stored, since their images were unusable. */
  unusable?: UnusablePhoto[];
}

export interface UnusablePhoto {
  photoId: string;
  /** The reason why the image is unusable, for operators. */
  reason: string;
  /** Present where the image shows another face than the uploads. */
  unlike?: true;
}

/** The ids that were planned for any take of a batch. */
export function plannedIds({ formerIds = [], photoIds }: BatchJob): string[] {
  return [...formerIds, ...photoIds];
}

/** The ids of the photos that a batch has stored, or will have stored when its latest take is all usable. */
export function storedIds(job: BatchJob): string[] {
  const unusable = new Set(job.unusable?.map(({ photoId }) => photoId));
  return plannedIds(job).filter((id) => !unusable.has(id));
}

/** The provider's key for a take of a batch. */
export function generationKey({ modelId, run, batch }: BatchInput, take: number): string {
  const first = `${modelId}-${run}-generation-${batch}`;
  return take === 1 ? first : `${first}-${take}`;
}

/**
 * The flow's pause before the next poll of a job: a callback ends it early where the provider posts callbacks.
 * @param job as it was read before the poll
 */
export function awaitingCallback(job: Job, progress: Progress): Progress {
  if (progress.status !== 'running' || !isHosted(job.provider)) return progress;
  return { ...progress, callbacks: job.callbacks ?? 0 };
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

/** The part of a job that is stored when its provider has taken it. */
export type TakenJob = Required<Pick<Job, 'ref'>> & Pick<Job, 'estimate'>;

/**
 * Requests a job that has no reference yet, and stores the reference. A job whose former response was lost is looked
 * up first. The outcome of a request is stored before any other is made.
 * @returns what is stored of the taken job, or when to ask again
 * @throws ModelGone when the job was removed with its model.
 */
export async function requestJob<Request extends TrainingRequest>(
  context: DomainContext,
  { key, job, start, find }: JobRequest<Request>,
): Promise<TakenJob | Progress> {
  if (job.ref !== undefined) return takenJob(job, job.ref);
  const store = (ref: string) => storeRef(context, { key, job }, ref);
  if (!find) return store(await start(job.request));
  const now = context.clock.now();
  const leaseEnds = (job.requestedAt ?? Number.NEGATIVE_INFINITY) + REQUEST_LEASE;
  if (leaseEnds > now) return later(Math.ceil((leaseEnds - now) / SECOND));
  if (job.requestedAt !== undefined) {
    const found = await find(job.request);
    if (found !== undefined) return store(found);
  }
  if (!(await noteRequest(context, { key, job }, now))) return later(UNAVAILABLE_SECONDS);
  try {
    return await store(await start(job.request));
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
  return { status: 'running', pollSeconds };
}

/** @returns false when another step has requested the job meanwhile. */
async function noteRequest(
  context: DomainContext,
  { key, job }: { key: Key; job: Job },
  now: number,
): Promise<boolean> {
  const { written } = await context.table.write(
    update(
      key,
      { set: { requestedAt: now } },
      onlyIf(both(equals('status', 'planned'), unchanged('requestedAt', job.requestedAt), isSameTake(job))),
    ),
  );
  return written;
}

async function forgetRequest(context: DomainContext, key: Key, requestedAt: number): Promise<void> {
  await context.table.write(
    update(key, { remove: ['requestedAt'] }, onlyIf(equals('requestedAt', requestedAt))),
  );
}

/** @returns what is stored: another call of the step may have been faster to store its reference. */
async function storeRef(
  context: DomainContext,
  { key, job }: { key: Key; job: Job },
  ref: string,
): Promise<TakenJob> {
  const estimate = firstEstimate(job, context.clock.now());
  const result = await context.table.write<Job>(
    update(
      key,
      { set: { status: 'running', ref, estimate }, remove: ['requestedAt'] },
      onlyIf(both(equals('status', 'planned'), isSameTake(job))),
    ),
  );
  if (result.written) return { ref, estimate };
  const { existing } = result;
  if (existing && takeOf(existing) !== takeOf(job)) {
    throw new ConcurrencyConflict(`The job ${job.request.key} has ended meanwhile.`);
  }
  if (existing?.ref === undefined) throw jobGone();
  return takenJob(existing, existing.ref);
}

function takenJob({ estimate }: Job, ref: string): TakenJob {
  return { ref, ...(estimate && { estimate }) };
}

/** A step that was delayed must not take the next take of a batch for its own. */
function isSameTake(job: Job): Condition {
  return unchanged('take', takeOf(job));
}

function takeOf(job: Job & { take?: number }): number | undefined {
  return job.take;
}

/** The error of a job that its provider reports as failed. */
export function failureOf({ refused, reason }: Failed): Error {
  return refused ? new ProviderRefused(reason) : new ProviderFailed(reason);
}

export function jobGone(): ModelGone {
  return new ModelGone('The job was taken over or removed with its model.');
}

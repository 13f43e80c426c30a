import type { RunInput } from '../../contract/run.ts';
import type { FailureReason, ModelStatus } from '../../contract/schemas.ts';
import { photoKeys } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { isStuck } from '../model/deadline.ts';
import { type Model, readModel } from '../model/model.ts';
import { failModel, restartFailed, restartModel } from '../model/progress.ts';
import { type BatchJob, plannedIds } from './jobs.ts';
import { countRun, readJobs, usageWithRun } from './usage.ts';

/** Names of errors after which a run counts as timed out: of a job, of a function, and of a state. */
const TIMEOUTS: readonly unknown[] = ['JobTimedOut', 'Sandbox.Timedout', 'States.Timeout'];

const REFUSED = 'ProviderRefused';
const UNLIKE = 'LikenessTooLow';
/** The names of errors of a run that would end in the same way again. */
const FINAL: readonly unknown[] = [REFUSED, UNLIKE];

/**
 * The public reason of a failure.
 * @param error the name of the error that ended the run, as Step Functions caught it
 * @param status the status of the model when it failed
 */
export function failureReasonOf(error: string | undefined, status: ModelStatus): FailureReason {
  if (TIMEOUTS.includes(error)) return 'timed-out';
  if (error === UNLIKE) return 'likeness-too-low';
  if (error === REFUSED && status !== 'generatingHeadshots') return 'photos-refused';
  if (error === REFUSED) return 'generation-failed';
  if (error !== 'ProviderFailed') return 'internal-error';
  return status === 'generatingHeadshots' ? 'generation-failed' : 'training-failed';
}

/**
 * Ends a run that failed.
 * @param error the name of the error that ended it
 * @returns whether the model restarts, and after which pause.
 */
export async function failRun(
  context: DomainContext,
  store: ImageStore,
  input: RunInput,
  firstPauseSeconds: number,
  error?: string,
): Promise<{ restart: boolean; pauseSeconds: number }> {
  const { model, restart, pauseSeconds } = await endRun(context, store, input, firstPauseSeconds, error);
  if (!restart) {
    countRun(context, model);
    const reason = model.failureReason ?? 'internal-error';
    countMetric(context.clock, 'ModelsFailedForGood', 1, reason);
    log.warn('model failed for good', {
      ...{ organizationId: input.organizationId, modelId: input.modelId },
      reason,
      provider: model.provider,
    });
  }
  return { restart, pauseSeconds };
}

/** A restart by an operator comes at once. */
const NO_PAUSE = 0;
/** The flow did not advance the model in time. */
const STUCK = 'States.Timeout';

/**
 * An operator's restart of a model that has failed for good or is stuck. The run of a stuck model ends as if
 * it had failed. If its execution continues after all, it finds the next run and ends.
 * @throws NOT_FOUND, INVALID_REQUEST for any other model, INSUFFICIENT_CREDITS.
 */
export async function restartByHand(
  context: DomainContext,
  store: ImageStore,
  organizationId: string,
  modelId: string,
): Promise<Model> {
  const model = await readModel(context, organizationId, modelId);
  if (isStuck(model, context.clock.now())) {
    const stuck = { organizationId, modelId, run: model.run };
    const { restart } = await endRun(context, store, stuck, NO_PAUSE, STUCK);
    if (restart) return restartModel(context, stuck);
  }
  return restartFailed(context, organizationId, modelId, 'all');
}

/** Fails the model and removes the photos of the run, since the next run makes its own. */
async function endRun(
  context: DomainContext,
  store: ImageStore,
  input: RunInput,
  firstPauseSeconds: number,
  error: string | undefined,
) {
  const jobs = await readJobs(context, input);
  const failed = await failModel(context, input, firstPauseSeconds, {
    usageOf: (model) => usageWithRun(model, jobs),
    reasonOf: ({ status }) => failureReasonOf(error, status),
    isFinal: FINAL.includes(error),
  });
  await removePhotosOf(context, store, input);
  return failed;
}

/** Removes the photos of a run by the ids that were planned for it, and never a photo of another run. */
async function removePhotosOf(
  context: DomainContext,
  store: ImageStore,
  { organizationId, modelId, run }: RunInput,
): Promise<void> {
  const jobs = await context.table.all<BatchJob>(collections.generationJobs(organizationId, modelId, run));
  for (const job of jobs) {
    const photoIds = plannedIds(job);
    await context.table.removeAll(photoIds.map((id) => keys.photo(organizationId, modelId, id)));
    await store.remove(photoIds.flatMap((id) => photoKeys({ organizationId, modelId }, id)));
  }
}

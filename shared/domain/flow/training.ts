import type { Progress, RunInput } from '../../contract/run.ts';
import { subjectsPrefix } from '../../images/keys.ts';
import type { ImageStore } from '../../images/store.ts';
import { randomBase62 } from '../../platform/randomness.ts';
import type { Providers, TrainingRequest, TrainingState } from '../../providers/provider.ts';
import { absent, exists } from '../../table/condition.ts';
import type { Key } from '../../table/keys.ts';
import { onlyIf, put, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { copiesWrites } from '../copies/record.ts';
import { findModel, type Model } from '../model/model.ts';
import { readRun, requireRun } from '../model/progress.ts';
import { listUploads } from '../upload/upload.ts';
import { advanceJob } from './advance-job.ts';
import { CALLBACK_TOKEN_LENGTH, callbackUrl } from './callback.ts';
import { inspectUploads } from './inspection.ts';
import { trainingKey } from './job-key.ts';
import { failureOf, type Job, jobGone } from './jobs.ts';
import { TRAINING_PACE } from './pace.ts';

/** Seconds that the flow ignores, since it does not poll a training that has succeeded. */
const POLL_AT_ONCE = 1;

/**
 * Plans the training, starts it at the provider, or polls it. Work that an earlier call has done is not repeated.
 * @param appUrl the base of the URLs to which providers post callbacks
 * @throws ModelGone, ProviderFailed, ProviderRefused, JobTimedOut.
 */
export async function advanceTraining(
  context: DomainContext,
  store: ImageStore,
  providers: Providers,
  appUrl: string,
  input: RunInput,
): Promise<Progress> {
  const model = await readRun(context, input);
  const job = await plannedTraining(context, providers, model, appUrl);
  if (job.status === 'succeeded') return { status: 'succeeded', pollSeconds: POLL_AT_ONCE };
  const provider = providers.named(job.provider);
  const key = trainingKey(input);
  return advanceJob(context, job, {
    key,
    pace: TRAINING_PACE,
    prepare: () => inspectUploads(context, provider, key, job),
    start: (request) => provider.train(request),
    find: provider.lookUp?.training,
    poll: async (request, ref) => {
      try {
        return await provider.pollTraining(request, ref);
      } finally {
        // The cause of an error may be the clean-up of a deleted model, which removes the uploads.
        await cleanUpIfDeleted(context, store, input);
      }
    },
    end: (_job, state) => endTraining(context, key, state),
  });
}

async function endTraining(
  context: DomainContext,
  key: Key,
  state: Exclude<TrainingState, { status: 'running' }>,
): Promise<Progress> {
  if (state.status === 'failed') throw failureOf(state);
  const { modelRef, usage } = state;
  const endedAt = context.clock.now();
  await context.table.commit([
    update(
      key,
      {
        set: { status: 'succeeded', modelRef, endedAt, ...(usage && { usage }) },
        remove: ['taskToken'],
      },
      onlyIf(exists, jobGone),
    ),
  ]);
  return { status: 'succeeded', pollSeconds: POLL_AT_ONCE };
}

/** The stored training of a run; undefined before its first step. */
export async function readTraining(context: DomainContext, input: RunInput): Promise<Job | undefined> {
  return context.table.get<Job>(trainingKey(input));
}

async function plannedTraining(
  context: DomainContext,
  providers: Providers,
  model: Model,
  appUrl: string,
): Promise<Job> {
  const input = { organizationId: model.organizationId, modelId: model.id, run: model.run };
  const stored = await readTraining(context, input);
  if (stored) return stored;
  const uploads = await listUploads(context, model);
  const callbackToken = randomBase62(context.randomness, CALLBACK_TOKEN_LENGTH);
  const provider = providers.of(model).name;
  const request: TrainingRequest = {
    ...input,
    key: `${model.id}-${model.run}-training`,
    trigger: model.trigger,
    uploadIds: uploads.filter((upload) => upload.status === 'accepted').map((upload) => upload.id),
    scenario: model.scenario,
    startedAt: context.clock.now(),
    callbackUrl: callbackUrl(appUrl, provider, { ...input, token: callbackToken }),
  };
  const job: Job = { provider, status: 'planned', request, callbackToken };
  const plan = put(
    { ...trainingKey(request), ...job },
    onlyIf(absent, () => new PlannedAlready('The training was planned already.')),
  );
  try {
    await context.table.commit([plan, ...copiesWrites(context, provider, input)]);
    return job;
  } catch (error) {
    if (!(error instanceof PlannedAlready)) throw error;
    const planned = await readTraining(context, input);
    if (!planned) throw jobGone();
    return planned;
  }
}

/** A concurrent call of this step was faster, and its plan stands. */
class PlannedAlready extends Error {
  override readonly name = 'PlannedAlready';
}

/** Removes subjects that were stored after the clean-up of a deleted model. @throws ModelGone when the run has ended. */
async function cleanUpIfDeleted(context: DomainContext, store: ImageStore, input: RunInput): Promise<void> {
  const model = await findModel(context, input.organizationId, input.modelId);
  // The next run of a model uses the subjects of this one, so they stay.
  if (!model || model.status === 'deleted') await store.removeAll(subjectsPrefix(input));
  requireRun(input, model);
}

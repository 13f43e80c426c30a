import type { BatchInput, Progress } from '../../contract/run.ts';
import type { ImageStore } from '../../images/store.ts';
import { ProviderFailed, ProviderRefused } from '../../providers/errors.ts';
import type { Provider, Providers } from '../../providers/provider.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone, readRun } from '../model/progress.ts';
import { awaitingCallback, type BatchJob, progressAfter, requestJob, requireInTime } from './jobs.ts';
import { noteEstimate } from './note-estimate.ts';
import { backedOff, GENERATION_PACE, paced } from './pace.ts';
import { endBatch, storePhotos } from './store-photos.ts';

/**
 * Advances one batch by one step: starts its job at the provider, polls the job, or stores its photos. Work
 * that an earlier call has done is found stored and not repeated.
 * @throws ModelGone, ProviderFailed, ProviderRefused, JobTimedOut.
 */
export async function advanceGeneration(
  context: DomainContext,
  store: ImageStore,
  providers: Providers,
  input: BatchInput,
): Promise<Progress> {
  await readRun(context, input);
  const job = await context.table.get<BatchJob>(jobKey(input));
  if (!job) throw new ModelGone(`The batch ${input.batch} of ${input.modelId} is gone.`);
  if (job.status === 'succeeded') return endBatch(context, store, input, job);
  requireInTime(context, job);
  return awaitingCallback(job, await advanceOrPause(context, store, providers, input, job));
}

async function advanceOrPause(
  context: DomainContext,
  store: ImageStore,
  providers: Providers,
  input: BatchInput,
  job: BatchJob,
): Promise<Progress> {
  try {
    return await advance(context, store, providers.named(job.provider), input, job);
  } catch (error) {
    return backedOff(context, job, progressAfter(error), GENERATION_PACE);
  }
}

async function advance(
  context: DomainContext,
  store: ImageStore,
  provider: Provider,
  input: BatchInput,
  stored: BatchJob,
): Promise<Progress> {
  const taken = await requestJob(context, {
    key: jobKey(input),
    job: stored,
    start: (request) => provider.generate(request),
    find: provider.lookUp?.generation,
  });
  if (!('ref' in taken)) return backedOff(context, stored, taken, GENERATION_PACE);
  const job: BatchJob = { ...stored, ...taken };
  const state = await provider.pollGeneration(job.request, taken.ref);
  switch (state.status) {
    case 'running':
      await noteEstimate(context, jobKey(input), job, state);
      return paced(context, job, state, GENERATION_PACE);
    case 'failed':
      // The photos of the former takes are worth more than a new training.
      if (job.take > 1) return storePhotos(context, store, input, job, { images: [] });
      throw state.refused ? new ProviderRefused(state.reason) : new ProviderFailed(state.reason);
    case 'succeeded':
      return storePhotos(context, store, input, job, state);
  }
}

function jobKey({ organizationId, modelId, run, batch }: BatchInput) {
  return keys.generationJob(organizationId, modelId, run, batch);
}

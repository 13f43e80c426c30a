import type { BatchInput, Progress } from '../../contract/run.ts';
import type { Providers } from '../../providers/provider.ts';
import type { DomainContext } from '../context.ts';
import { ModelGone, readRun } from '../model/progress.ts';
import { advanceJob } from './advance-job.ts';
import { jobKeyOf } from './job-key.ts';
import { type BatchJob, failureOf } from './jobs.ts';
import { GENERATION_PACE } from './pace.ts';
import { endBatch, type Images, storePhotos } from './store-photos.ts';

/**
 * Advances one batch by one step: starts its job at the provider, polls the job, or stores its photos. Work
 * that an earlier call has done is found stored and not repeated.
 * @throws ModelGone, ProviderFailed, ProviderRefused, LikenessTooLow, JobTimedOut.
 */
export async function advanceGeneration(
  context: DomainContext,
  images: Images,
  providers: Providers,
  input: BatchInput,
): Promise<Progress> {
  await readRun(context, input);
  const job = await context.table.get<BatchJob>(jobKeyOf(input));
  if (!job) throw new ModelGone(`The batch ${input.batch} of ${input.modelId} is gone.`);
  if (job.status === 'succeeded') return endBatch(context, images.store, input, job);
  const provider = providers.named(job.provider);
  return advanceJob(context, job, {
    key: jobKeyOf(input),
    pace: GENERATION_PACE,
    start: (request) => provider.generate(request),
    find: provider.lookUp?.generation,
    poll: (request, ref) => provider.pollGeneration(request, ref),
    end: (ended: BatchJob, state) => {
      if (state.status === 'succeeded') return storePhotos(context, images, input, ended, state);
      // The photos of the former takes are worth more than a new training.
      if (ended.take > 1) return storePhotos(context, images, input, ended, { images: [] });
      throw failureOf(state);
    },
  });
}

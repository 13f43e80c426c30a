import type { AttemptInput } from '../../contract/attempt.ts';
import { photoKeys } from '../../photos/keys.ts';
import type { PictureStore } from '../../photos/store.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { failModel } from '../model/progress.ts';
import type { BatchJob } from './jobs.ts';

/**
 * Ends an attempt that failed: the model becomes failed, and what it had stored of photos goes, as the next
 * attempt makes its own. The pause before a restart doubles from one to the next.
 */
export async function failAttempt(
  context: DomainContext,
  store: PictureStore,
  input: AttemptInput,
  firstPauseSeconds: number,
): Promise<{ restart: boolean; pauseSeconds: number }> {
  const { model, restart } = await failModel(context, input);
  await removePhotosOf(context, store, input);
  if (!restart) {
    countMetric(context.clock, 'ModelsFailedForGood', 1, model.provider ?? 'default');
    log.warn('model failed for good', { organizationId: input.organizationId, modelId: input.modelId });
  }
  return { restart, pauseSeconds: Math.max(1, firstPauseSeconds * 2 ** (model.tries - 1)) };
}

/** Takes back what an attempt stored, by the ids that were planned for it: never a photo of another attempt. */
async function removePhotosOf(
  context: DomainContext,
  store: PictureStore,
  { organizationId, modelId, attempt }: AttemptInput,
): Promise<void> {
  const jobs = await context.table.all<BatchJob>(
    collections.generationJobs(organizationId, modelId, attempt),
  );
  for (const { photoIds } of jobs) {
    await context.table.removeAll(photoIds.map((id) => keys.photo(organizationId, modelId, id)));
    await store.remove(photoIds.flatMap((id) => photoKeys({ organizationId, modelId }, id)));
  }
}

import type { AttemptInput } from '../../contract/attempt.ts';
import { photosPrefix } from '../../photos/keys.ts';
import type { PictureStore } from '../../photos/store.ts';
import { log } from '../../platform/log.ts';
import { collections, type Key } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { failModel } from '../model/progress.ts';

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
  const photos = collections.photos(input.organizationId, input.modelId);
  await context.table.removeAll(await context.table.all<Key>(photos));
  await store.removeAll(photosPrefix(input));
  if (!restart) {
    log.warn('model failed for good', { organizationId: input.organizationId, modelId: input.modelId });
  }
  return { restart, pauseSeconds: Math.max(1, firstPauseSeconds * 2 ** (model.tries - 1)) };
}

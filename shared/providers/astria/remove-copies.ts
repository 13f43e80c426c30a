import { MINUTE } from '../../platform/clock.ts';
import type { CopiedJob, GenerationRequest, ProviderCopies, Removal, TrainingRequest } from '../provider.ts';
import type { AstriaApi } from './api.ts';
import { isOfRequest } from './look-up.ts';
import { parsePromptRef } from './refs.ts';
import { titleOf } from './requests.ts';

/** Astria may carry a request out until this time after it, in milliseconds. */
const CARRIED_OUT_WITHIN = MINUTE;

/**
 * Deletes the prompts and tunes of a model. The deletion of a LoRA leaves its prompts. Jobs without a reference are
 * looked for among all jobs of the account since then.
 */
export async function removeCopies(api: AstriaApi, copies: ProviderCopies, now: number): Promise<Removal> {
  const { trainings, generations } = copies;
  await deletePrompts(api, generations);
  await deleteTunes(api, trainings);
  const late = [...trainings, ...generations].some(
    ({ ref, requestedAt = Number.NEGATIVE_INFINITY }) =>
      ref === undefined && requestedAt + CARRIED_OUT_WITHIN > now,
  );
  if (late) return { status: 'pending', reason: 'Astria may still carry out a request that was just made.' };
  return { status: 'deleted' };
}

async function deletePrompts(
  api: AstriaApi,
  generations: readonly CopiedJob<GenerationRequest>[],
): Promise<void> {
  for (const { ref } of generations) {
    if (ref === undefined) continue;
    const { tuneId, promptId } = parsePromptRef(ref);
    await api.deletePrompt(tuneId, promptId);
  }
  const lost = generations.filter(({ ref }) => ref === undefined).map(({ request }) => request);
  if (lost.length === 0) return;
  for await (const prompt of api.prompts(oldestOf(lost))) {
    if (lost.some((request) => isOfRequest(prompt, request)))
      await api.deletePrompt(prompt.tune_id, prompt.id);
  }
}

async function deleteTunes(api: AstriaApi, trainings: readonly CopiedJob<TrainingRequest>[]): Promise<void> {
  for (const { ref } of trainings) if (ref !== undefined) await api.deleteTune(ref);
  const lost = trainings.filter(({ ref }) => ref === undefined).map(({ request }) => request);
  if (lost.length === 0) return;
  const titles = new Set(lost.map(titleOf));
  for await (const { id, title } of api.tunes(oldestOf(lost))) {
    if (title && titles.has(title)) await api.deleteTune(id);
  }
}

function oldestOf(requests: readonly TrainingRequest[]): number {
  return Math.min(...requests.map(({ startedAt }) => startedAt));
}

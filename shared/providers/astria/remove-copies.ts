import { MINUTE } from '../../platform/clock.ts';
import type { CopiedJob, GenerationRequest, ProviderCopies, Removal, TrainingRequest } from '../provider.ts';
import { parsePromptRef } from './answers.ts';
import type { AstriaApi } from './api.ts';
import { isOfRequest } from './look-up.ts';
import { titleOf } from './requests.ts';

/** Astria may carry a request out until this time after it, in milliseconds. */
const CARRIED_OUT_WITHIN = MINUTE;

/**
 * Deletes the prompts and tunes of a model. The deletion of a LoRA leaves its prompts. Jobs without a reference are
 * looked for among all jobs of the account since then. An answer to a deletion proves nothing, nor does a 404: what the
 * account's lists do not have any more is deleted.
 */
export async function removeCopies(api: AstriaApi, copies: ProviderCopies, now: number): Promise<Removal> {
  const { trainings, generations } = copies;
  const prompts = await promptsOf(api, generations);
  const tunes = await tunesOf(api, trainings);
  for (const { tuneId, id } of prompts) await api.deletePrompt(tuneId, id);
  for (const id of tunes) await api.deleteTune(id);

  const listed: string[] = [];
  for (const { id } of prompts) if (await api.listsPrompt(id)) listed.push(`prompt ${id}`);
  for (const id of tunes) if (await api.listsTune(id)) listed.push(`tune ${id}`);
  if (listed.length > 0) return { status: 'pending', reason: `Astria still lists ${listed.join(', ')}.` };

  const late = [...trainings, ...generations].some(
    ({ ref, requestedAt = Number.NEGATIVE_INFINITY }) =>
      ref === undefined && requestedAt + CARRIED_OUT_WITHIN > now,
  );
  if (late) return { status: 'pending', reason: 'Astria may still carry out a request that was just made.' };
  return { status: 'deleted' };
}

interface PromptOf {
  tuneId: string | number;
  id: number;
}

async function promptsOf(
  api: AstriaApi,
  generations: readonly CopiedJob<GenerationRequest>[],
): Promise<PromptOf[]> {
  const prompts: PromptOf[] = generations.flatMap(({ ref }) => {
    if (ref === undefined) return [];
    const { tuneId, promptId } = parsePromptRef(ref);
    return [{ tuneId, id: Number(promptId) }];
  });
  const lost = generations.filter(({ ref }) => ref === undefined).map(({ request }) => request);
  if (lost.length === 0) return prompts;
  for await (const prompt of api.prompts(oldestOf(lost))) {
    if (lost.some((request) => isOfRequest(prompt, request)))
      prompts.push({ tuneId: prompt.tune_id, id: prompt.id });
  }
  return prompts;
}

async function tunesOf(api: AstriaApi, trainings: readonly CopiedJob<TrainingRequest>[]): Promise<number[]> {
  const tunes = trainings.flatMap(({ ref }) => (ref === undefined ? [] : [Number(ref)]));
  const lost = trainings.filter(({ ref }) => ref === undefined).map(({ request }) => request);
  if (lost.length === 0) return tunes;
  const titles = new Set(lost.map(titleOf));
  for await (const { id, title } of api.tunes(oldestOf(lost))) {
    if (title && titles.has(title)) tunes.push(id);
  }
  return tunes;
}

function oldestOf(requests: readonly TrainingRequest[]): number {
  return Math.min(...requests.map(({ startedAt }) => startedAt));
}

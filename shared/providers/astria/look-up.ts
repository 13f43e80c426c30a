import type { GenerationRequest, TrainingRequest } from '../provider.ts';
import { type Prompt, promptRef } from './answers.ts';
import type { AstriaApi } from './api.ts';
import { seedOf, titleOf } from './requests.ts';

/** Finds the tune of a request whose response was lost, by its title. @returns its id. */
export async function findTune(api: AstriaApi, request: TrainingRequest): Promise<string | undefined> {
  for await (const { id, title } of api.tunes(request.startedAt)) {
    if (title === titleOf(request)) return String(id);
  }
  return undefined;
}

/** Finds the prompt of a request whose response was lost. @returns our reference to it. */
export async function findPrompt(api: AstriaApi, request: GenerationRequest): Promise<string | undefined> {
  for await (const prompt of api.prompts(request.startedAt)) {
    if (isOfRequest(prompt, request)) return promptRef(prompt.tune_id, prompt.id);
  }
  return undefined;
}

/** The URL of the callback is the same for all requests of a job, and the seed for those with the same shots. */
export function isOfRequest({ callback, seed }: Prompt, request: GenerationRequest): boolean {
  return callback === request.callbackUrl && seed === seedOf(request);
}

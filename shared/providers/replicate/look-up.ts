import { HOUR } from '../../platform/clock.ts';
import type { GenerationRequest, TrainingRequest } from '../provider.ts';
import type { File } from './answers.ts';
import type { ReplicateApi } from './api.ts';
import { parseModelRef, seedOf, triggerWord } from './requests.ts';

/** No request for a job is made after this time: the flow gives a job up after three hours. */
const REQUESTED_WITHIN = 4 * HOUR;

/** Finds the training of a request whose response was lost, by its trigger word. @returns its id. */
export async function findTraining(api: ReplicateApi, request: TrainingRequest): Promise<string | undefined> {
  const word = triggerWord(request);
  for await (const { id, input } of api.trainings(request.startedAt)) {
    if (input?.trigger_word === word) return id;
  }
  return undefined;
}

/** Finds a lost prediction by version and seed. Replicate removes the seed an hour after its end, with the images. */
export async function findPrediction(
  api: ReplicateApi,
  request: GenerationRequest,
): Promise<string | undefined> {
  const { version } = parseModelRef(request.modelRef);
  const { startedAt } = request;
  for await (const prediction of api.predictions(startedAt, startedAt + REQUESTED_WITHIN)) {
    const isSameVersion = version.endsWith(`:${prediction.version}`);
    if (isSameVersion && prediction.input?.seed === seedOf(request)) return prediction.id;
  }
  return undefined;
}

/** The archives that were sent for a request, by the key in their metadata. */
export async function* filesOf(api: ReplicateApi, { key, startedAt }: TrainingRequest): AsyncGenerator<File> {
  for await (const file of api.files(startedAt)) {
    if (file.metadata?.key === key) yield file;
  }
}

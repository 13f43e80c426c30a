import type { RunInput } from '../../contract/run.ts';
import { type Key, keys } from '../../table/keys.ts';

/** The key of the training of a run, or of a batch of its photos. */
export function jobKeyOf({ batch, ...input }: RunInput & { batch?: number | undefined }): Key {
  if (batch === undefined) return trainingKey(input);
  return keys.generationJob(input.organizationId, input.modelId, input.run, batch);
}

export function trainingKey({ organizationId, modelId, run }: RunInput): Key {
  return keys.trainingJob(organizationId, modelId, run);
}

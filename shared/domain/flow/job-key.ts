import type { RunInput } from '../../contract/run.ts';
import { type Key, keys } from '../../table/keys.ts';

/** The key of the training of a run, or of a batch of its photos. */
export function jobKeyOf({
  organizationId,
  modelId,
  run,
  batch,
}: RunInput & { batch?: number | undefined }): Key {
  return batch === undefined
    ? keys.trainingJob(organizationId, modelId, run)
    : keys.generationJob(organizationId, modelId, run, batch);
}

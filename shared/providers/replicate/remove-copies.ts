import { ProviderRefused } from '../errors.ts';
import type { ProviderCopies, Removal } from '../provider.ts';
import { isRunning } from './answers.ts';
import type { ReplicateApi } from './api.ts';
import { filesOf, findPrediction, findTraining } from './look-up.ts';
import { parseModelRef, versionOf } from './requests.ts';

/**
 * Cancels what runs, and deletes the archives of uploads and the trained versions, with which Replicate deletes their
 * predictions and images. The record of a training has no face, but it cannot be deleted.
 */
export async function removeCopies(
  api: ReplicateApi,
  destination: string,
  copies: ProviderCopies,
): Promise<Removal> {
  const pending: string[] = [];
  const versions = new Set<string>();
  let records = 0;

  for (const { request, ref, modelRef } of copies.trainings) {
    if (modelRef !== undefined) versions.add(parseModelRef(modelRef).version);
    const id = ref ?? (await findTraining(api, request));
    const found = id === undefined ? undefined : await api.training(id);
    const training = found && isRunning(found) ? await api.cancelTraining(found.id) : found;
    if (training) {
      records += 1;
      if (isRunning(training)) pending.push(`the training ${training.id} has not ended`);
      const version = versionOf(training, destination);
      if (version) versions.add(version);
    }
    for await (const { id: fileId } of filesOf(api, request)) {
      pending.push(...(await refusedReason(`the archive ${fileId}`, () => api.deleteFile(fileId))));
    }
  }
  for (const { request, ref } of copies.generations) {
    versions.add(parseModelRef(request.modelRef).version);
    const id = ref ?? (await findPrediction(api, request));
    const found = id === undefined ? undefined : await api.prediction(id);
    const prediction = found && isRunning(found) ? await api.cancelPrediction(found.id) : found;
    if (prediction && isRunning(prediction)) pending.push(`the prediction ${prediction.id} has not ended`);
  }
  for (const version of versions) {
    const subject = `the version ${version}`;
    const refused = await refusedReason(subject, async () => {
      if (await api.deleteVersion(version)) pending.push(`${subject} is being deleted`);
    });
    pending.push(...refused);
  }

  if (pending.length > 0) return { status: 'pending', reason: `At Replicate ${pending.join('; ')}.` };
  if (records === 0) return { status: 'deleted' };
  return {
    status: 'retained',
    reason: `Replicate keeps the records of ${records} trainings, their settings and times without photos, for no documented time. They cannot be deleted.`,
  };
}

/** Replicate refuses to delete a version that others have run or that has a deployment: operators have to act. */
async function refusedReason(subject: string, deletion: () => Promise<void>): Promise<string[]> {
  try {
    await deletion();
    return [];
  } catch (error) {
    if (error instanceof ProviderRefused) return [`${subject} cannot be deleted: ${error.message}`];
    throw error;
  }
}

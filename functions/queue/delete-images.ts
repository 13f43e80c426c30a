import type { CleanupMessage } from '../../shared/contract/messages.ts';
import type { RunInput } from '../../shared/contract/run.ts';
import { deleteImages } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedProviders } from '../../shared/deployed/providers.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { removeCopies } from '../../shared/domain/copies/remove.ts';
import { eraseTraces } from '../../shared/domain/erasure/traces.ts';
import { removeEverything, removePhoto, removeSubjects } from '../../shared/domain/model/cleanup.ts';
import { LONGEST_DELAY_SECONDS } from '../../shared/events/queues.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

/**
 * Deletes an erased photo and the cut-outs of a finished model at once; what a deleted model or an erased person leaves
 * in two passes: at once, and after the longest delay of a queue, which outlasts every upload form and every step of
 * the flow; and what a provider keeps of a run, again and again until nothing is left.
 */
export const handler = queueHandler(deleteImages, async (message) => {
  const [context, store] = [deployedContext(), deployedImageStore()];
  switch (message.kind) {
    case 'photo':
      await removePhoto(context, store, message, message.photoId);
      break;
    case 'subjects':
      await removeSubjects(context, store, message);
      break;
    case 'copies':
      await deleteCopies(message);
      break;
    case 'person':
      await sendCopies(await eraseTraces(context, store, message));
      await sendSecondPass(message);
      break;
    case 'model':
      await deployedExecutions().stop(message);
      await sendCopies(await removeEverything(context, store, message));
      await sendSecondPass(message);
      break;
  }
  return 'done';
});

async function sendSecondPass(message: Extract<CleanupMessage, { pass: number }>): Promise<void> {
  if (message.pass === 1) await deployedQueues().cleanUp({ ...message, pass: 2 }, LONGEST_DELAY_SECONDS);
}

async function sendCopies(runs: readonly RunInput[]): Promise<void> {
  for (const run of runs) await deployedQueues().cleanUp({ kind: 'copies', ...run });
}

/** The hourly sweep makes the attempts that are later than a message can be delayed. */
async function deleteCopies(message: Extract<CleanupMessage, { kind: 'copies' }>): Promise<void> {
  const context = deployedContext();
  const nextAt = await removeCopies(context, deployedProviders(), message);
  if (nextAt === undefined) return;
  const seconds = Math.max(0, Math.ceil((Date.parse(nextAt) - context.clock.now()) / SECOND));
  if (seconds <= LONGEST_DELAY_SECONDS) await deployedQueues().cleanUp(message, seconds);
}

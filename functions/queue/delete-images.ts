import { deleteImages } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { removeEverything, removePhoto } from '../../shared/domain/model/cleanup.ts';
import { LONGEST_DELAY_SECONDS } from '../../shared/events/queues.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

/**
 * Deletes an erased photo at once, and the images of a model in two passes: at once, and after the longest delay of a queue, which outlasts every upload form
 * and every step of the flow. The second pass deletes what they stored after the first one.
 */
export const handler = queueHandler(deleteImages, async (message) => {
  if (message.photoId !== undefined) {
    await removePhoto(deployedContext(), deployedImageStore(), message, message.photoId);
    return 'done';
  }
  await deployedExecutions().stop(message);
  await removeEverything(deployedContext(), deployedImageStore(), message);
  if (message.pass === 1) await deployedQueues().deleteImages({ ...message, pass: 2 }, LONGEST_DELAY_SECONDS);
  return 'done';
});

import { deleteImages } from '../../shared/contract/tasks.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { removeEverything } from '../../shared/domain/model/cleanup.ts';
import { LONGEST_DELAY_SECONDS } from '../../shared/events/queues.ts';
import { stopExecution } from '../../shared/flow/executions.ts';
import { deployedImageStore } from '../../shared/images/store.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

/**
 * Cleans up twice: at once, and after the longest delay of a queue, which is longer than any upload form or step of
 * the flow lives. The second pass removes what they stored after the deletion.
 */
export const handler = queueHandler(deleteImages, async (message) => {
  await stopExecution(message);
  await removeEverything(deployedContext(), deployedImageStore(), message);
  if (message.pass === 1) await deployedQueues().deleteImages({ ...message, pass: 2 }, LONGEST_DELAY_SECONDS);
  return 'done';
});

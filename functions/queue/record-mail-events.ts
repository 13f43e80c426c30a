import { recordMailEvents } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { recordMailEvent } from '../../shared/domain/suppression/suppression.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

export const handler = queueHandler(recordMailEvents, async (message) => {
  await recordMailEvent(deployedContext(), message);
  return 'done';
});

import { startFlow } from '../../shared/contract/tasks.ts';
import { startExecution } from '../../shared/flow/executions.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

export const handler = queueHandler(startFlow, async (run) => {
  await startExecution(run);
  return 'done';
});

import { startFlow } from '../../shared/contract/tasks.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

export const handler = queueHandler(startFlow, async (run) => {
  await deployedExecutions().start(run);
  return 'done';
});

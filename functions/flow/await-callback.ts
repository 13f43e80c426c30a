import { awaitCallback as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { awaitCallback } from '../../shared/domain/flow/await-callback.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (wait) => {
  await awaitCallback(deployedContext(), wait);
  return {};
});

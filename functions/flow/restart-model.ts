import { restartModel as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { restartModel } from '../../shared/domain/model/progress.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (run) => {
  await restartModel(deployedContext(), run);
  return run;
});

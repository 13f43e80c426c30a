import { beginTraining as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { beginTraining } from '../../shared/domain/model/progress.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (run) => {
  await beginTraining(deployedContext(), run);
  return run;
});

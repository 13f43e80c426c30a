import { finishGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { countPhotos } from '../../shared/domain/flow/plan.ts';
import { finishGeneration } from '../../shared/domain/model/progress.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (run) => {
  const context = deployedContext();
  await finishGeneration(context, run, await countPhotos(context, run));
  return run;
});

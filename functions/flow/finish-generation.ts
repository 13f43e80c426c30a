import { finishGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { countPhotos } from '../../shared/domain/flow/plan.ts';
import { countRun, readJobs, usageWithRun } from '../../shared/domain/flow/usage.ts';
import { finishGeneration } from '../../shared/domain/model/progress.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (run) => {
  const context = deployedContext();
  const [photos, jobs] = await Promise.all([countPhotos(context, run), readJobs(context, run)]);
  countRun(context, await finishGeneration(context, run, photos, (model) => usageWithRun(model, jobs)));
  return run;
});

import { finishGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { countPhotos } from '../../shared/domain/flow/plan.ts';
import { finishGeneration } from '../../shared/domain/model/progress.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, async (attempt) => {
  const context = deployedContext();
  await finishGeneration(context, attempt, await countPhotos(context, attempt));
  return attempt;
});

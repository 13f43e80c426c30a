import { advanceTraining as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { deployedImageStore } from '../../shared/images/store.ts';

export const handler = stepHandler(task, (run) =>
  advanceTraining(deployedContext(), deployedImageStore(), run),
);

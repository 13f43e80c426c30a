import { advanceTraining as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { deployedPictureStore } from '../../shared/photos/store.ts';

export const handler = stepHandler(task, (attempt) =>
  advanceTraining(deployedContext(), deployedPictureStore(), attempt),
);

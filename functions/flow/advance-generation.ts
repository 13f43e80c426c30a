import { advanceGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { advanceGeneration } from '../../shared/domain/flow/generation.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { deployedImageStore } from '../../shared/images/store.ts';

export const handler = stepHandler(task, (batch) =>
  advanceGeneration(deployedContext(), deployedImageStore(), batch),
);

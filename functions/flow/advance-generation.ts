import { advanceGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedProviders } from '../../shared/deployed/providers.ts';
import { advanceGeneration } from '../../shared/domain/flow/generation.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { faces } from '../../shared/images/faces.ts';

export const handler = stepHandler(task, (batch) =>
  advanceGeneration(deployedContext(), { store: deployedImageStore(), faces }, deployedProviders(), batch),
);

import { advanceTraining as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedProviders } from '../../shared/deployed/providers.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { advanceTraining } from '../../shared/domain/flow/training.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, (run) =>
  advanceTraining(deployedContext(), deployedImageStore(), deployedProviders(), deployedAppUrl(), run),
);

import { failModel as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedRestartPauseSeconds } from '../../shared/deployed/settings.ts';
import { failRun } from '../../shared/domain/flow/failure.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, ({ cause, ...run }) =>
  failRun(deployedContext(), deployedImageStore(), run, deployedRestartPauseSeconds(), cause?.Error),
);

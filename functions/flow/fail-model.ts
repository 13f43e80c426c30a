import { failModel as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { failRun } from '../../shared/domain/flow/failure.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { deployedImageStore } from '../../shared/images/store.ts';
import { environment } from '../../shared/platform/environment.ts';

export const handler = stepHandler(task, (run) =>
  failRun(deployedContext(), deployedImageStore(), run, Number(environment('RESTART_PAUSE_SECONDS'))),
);

import { failModel as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/domain/context.ts';
import { failAttempt } from '../../shared/domain/flow/failure.ts';
import { stepHandler } from '../../shared/flow/handler.ts';
import { deployedPictureStore } from '../../shared/photos/store.ts';
import { environment } from '../../shared/platform/environment.ts';

export const handler = stepHandler(task, (attempt) =>
  failAttempt(
    deployedContext(),
    deployedPictureStore(),
    attempt,
    Number(environment('RESTART_PAUSE_SECONDS')),
  ),
);

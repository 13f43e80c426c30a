import { startFlow } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedCapacity, deployedDefaultProvider } from '../../shared/deployed/settings.ts';
import { Admission } from '../../shared/domain/admission/admission.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

const admission = new Admission(deployedContext(), {
  defaultProvider: deployedDefaultProvider,
  capacityOf: deployedCapacity,
  start: (run) => deployedExecutions().start(run),
});

export const handler = queueHandler(startFlow, async (message) => {
  await admission.handle(message);
  return 'done';
});

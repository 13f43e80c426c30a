import { startFlow } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedCapacity, deployedDefaultProvider } from '../../shared/deployed/settings.ts';
import { admissionHandler } from '../../shared/domain/admission/admission.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

const handle = admissionHandler(deployedContext(), {
  defaultProvider: deployedDefaultProvider,
  capacityOf: deployedCapacity,
  start: (run) => deployedExecutions().start(run),
});

export const handler = queueHandler(startFlow, async (message) => {
  await handle(message);
  return 'done';
});

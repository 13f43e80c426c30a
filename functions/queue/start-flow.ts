import type { ProviderName } from '../../shared/contract/providers.ts';
import { startFlow } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedCapacity, deployedDefaultProvider } from '../../shared/deployed/settings.ts';
import { admitWaiting } from '../../shared/domain/admission/admit.ts';
import { joinQueue } from '../../shared/domain/admission/queue.ts';
import { repairPermits } from '../../shared/domain/admission/repair.ts';
import { Rounds } from '../../shared/domain/admission/rounds.ts';
import { queueHandler } from '../../shared/queue/handler.ts';

/** The messages of a batch share their rounds of admission. */
const admissions = new Rounds((provider: ProviderName) =>
  admitWaiting(deployedContext(), provider, deployedCapacity(provider)),
);

export const handler = queueHandler(startFlow, async (message) => {
  switch (message.kind) {
    case 'queue': {
      const provider = await joinQueue(deployedContext(), message, deployedDefaultProvider());
      if (provider) await admissions.run(provider);
      return 'done';
    }
    case 'start': {
      const { organizationId, modelId, run } = message;
      await deployedExecutions().start({ organizationId, modelId, run });
      return 'done';
    }
    case 'admit':
      if (message.repair) await repairPermits(deployedContext(), message.provider);
      await admissions.run(message.provider);
      return 'done';
  }
});

import { deliverWebhooks } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedEgressPolicy } from '../../shared/deployed/egress-policy.ts';
import { deployedVisibility } from '../../shared/deployed/queues.ts';
import { deployedRetrySchedule } from '../../shared/deployed/settings.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { drainDeliveryQueue } from '../../shared/webhook/deliver.ts';

const LONGEST_BACKOFF_SECONDS = 60;

export const handler = queueHandler(
  deliverWebhooks,
  (poll, { lambda }) => {
    const context = deployedContext();
    const settings = {
      policy: deployedEgressPolicy(),
      schedule: deployedRetrySchedule(),
    };
    return drainDeliveryQueue(
      context,
      settings,
      poll,
      context.clock.now() + lambda.getRemainingTimeInMillis(),
    );
  },
  {
    visibility: deployedVisibility('deliveries'),
    // The other models of a FIFO group wait behind a message that failed, so its first retry comes soon.
    retrySecondsOnError: (receiveCount) => Math.min(2 ** (receiveCount - 1), LONGEST_BACKOFF_SECONDS),
  },
);

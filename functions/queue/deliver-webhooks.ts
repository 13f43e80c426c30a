import { deliverWebhooks } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedQueues, deployedReceivedMessages } from '../../shared/deployed/queues.ts';
import { deployedEgressPolicy, deployedRetrySchedule } from '../../shared/deployed/settings.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { drainDeliveryQueue } from '../../shared/webhook/deliver.ts';
import { DetachablePoll } from '../../shared/webhook/detached.ts';

const LONGEST_BACKOFF_SECONDS = 60;

const received = deployedReceivedMessages('deliveries');

export const handler = queueHandler(
  deliverWebhooks,
  async (poll, { receiptHandle, lambda }) => {
    const context = deployedContext();
    const settings = { policy: deployedEgressPolicy(), schedule: deployedRetrySchedule() };
    const deadline = context.clock.now() + lambda.getRemainingTimeInMillis();
    const detachable = new DetachablePoll(context, deployedQueues(), poll, () =>
      received.delete(receiptHandle),
    );
    return detachable.run(() => drainDeliveryQueue(context, settings, poll, deadline, detachable));
  },
  {
    received,
    // The other models of a FIFO group wait behind a message that failed, so its first retry comes soon.
    retrySecondsOnError: (receiveCount) => Math.min(2 ** (receiveCount - 1), LONGEST_BACKOFF_SECONDS),
  },
);

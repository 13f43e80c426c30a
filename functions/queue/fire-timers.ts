import { fireTimers } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedQueues, deployedReceivedMessages } from '../../shared/deployed/queues.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { queueHandler } from '../../shared/queue/handler.ts';
import { advanceCircuit } from '../../shared/webhook/breaker/advance.ts';
import { redeliverFailed } from '../../shared/webhook/redeliver.ts';

/** Reserved for the last write of a redelivery, and for changing the visibility of its message. */
const TIME_TO_END = 5 * SECOND;

export const handler = queueHandler(
  fireTimers,
  async (timer, { messageId, lambda }) => {
    const context = deployedContext();
    const now = context.clock.now();
    if (timer.kind === 'redelivery') {
      const deadline = now + lambda.getRemainingTimeInMillis() - TIME_TO_END;
      return (await redeliverFailed(context, timer, deadline)) ? 'done' : { retrySeconds: 1 };
    }
    const retrySeconds = Math.ceil((Date.parse(timer.notBefore) - now) / SECOND);
    if (retrySeconds > 0) return { retrySeconds };
    if (timer.kind === 'circuit') return advanceCircuit(context, timer);
    const { organizationId, modelId, notBefore } = timer;
    await deployedQueues().pollDeliveries({ organizationId, modelId, notBefore }, messageId);
    return 'done';
  },
  { received: deployedReceivedMessages('timers') },
);

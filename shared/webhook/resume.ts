import type { DomainContext } from '../domain/context.ts';
import { retryOnConflict } from '../table/conflict.ts';
import { keys } from '../table/keys.ts';
import { remove, update } from '../table/transaction.ts';
import { deliveryQueueWrite, readDeliveryQueue } from './queue.ts';
import { timerWrite } from './timer.ts';

/**
 * Lets a delivery queue that is parked, or pauses before a retry, go on from its in-flight delivery with all
 * attempts.
 * @returns whether it was parked or paused.
 */
export function resumeDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const queue = await readDeliveryQueue(context, organizationId, modelId);
    const { inFlight, parkedAt, ...rest } = queue;
    const stopped = parkedAt !== undefined || inFlight?.nextAttemptAt !== undefined;
    if (!inFlight || inFlight.lease || !stopped) return false;
    const { nextAttemptAt: _nextAttemptAt, ...resumed } = inFlight;
    await context.table.commit([
      deliveryQueueWrite({ ...rest, inFlight: { ...resumed, failures: 0 } }),
      remove(keys.parkedModel(organizationId, modelId)),
      update(keys.delivery(organizationId, inFlight.webhookId), {
        set: { status: 'pending' },
        remove: ['nextAttemptAt', 'failedAt'],
      }),
      timerWrite(context, queue, context.clock.now()),
    ]);
    return true;
  });
}

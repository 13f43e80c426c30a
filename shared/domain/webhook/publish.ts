import { environment } from '../../platform/environment.ts';
import { sendMessage } from '../../queue/messages.ts';
import type { ModelEvent } from '../model/move.ts';
import type { DeliveryOrder } from './delivery.ts';

/**
 * Hands what follows from a model's change to the queues. Run twice it does no harm: deliveries are dropped by
 * their id, executions by their name, and a clean-up finds nothing left.
 */
export async function publishModelEvent(event: ModelEvent): Promise<void> {
  const { organizationId, modelId, attempt } = event;
  if (event.followUp === 'process') {
    await sendMessage(environment('MODELS_QUEUE_URL'), { organizationId, modelId, attempt });
  }
  if (event.followUp === 'remove-pictures') {
    await sendMessage(environment('CLEANUP_QUEUE_URL'), { organizationId, modelId, attempt, pass: 1 });
  }
  // One after another: the order of sending is the order of delivery.
  for (const { id } of event.webhooks) await orderDelivery(event, id, id);
}

/** Queues one webhook; the same `deduplication` is queued once within five minutes. */
export async function orderDelivery(
  event: Pick<ModelEvent, 'organizationId' | 'modelId' | 'sequence' | 'whiteLabel'>,
  webhookId: string,
  deduplication: string,
): Promise<void> {
  const order: DeliveryOrder = {
    organizationId: event.organizationId,
    modelId: event.modelId,
    sequence: event.sequence,
    webhookId,
  };
  const queue = environment(event.whiteLabel ? 'DELAYED_DELIVERIES_QUEUE_URL' : 'DELIVERIES_QUEUE_URL');
  await sendMessage(queue, order, { place: { group: event.modelId, deduplication } });
}

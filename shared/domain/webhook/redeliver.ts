import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { ModelEvent } from '../model/move.ts';
import { type Delivery, reopenDelivery } from './delivery.ts';
import { orderDelivery } from './publish.ts';

/**
 * Queues every delivery that was given up once more, oldest first, with all its attempts again. The webhook
 * keeps its id and its body.
 * @returns the ids of the webhooks.
 */
export async function redeliverFailed(context: DomainContext, organizationId: string): Promise<string[]> {
  const redelivered: string[] = [];
  const deliveries = context.table.query<Delivery>(collections.deliveries(organizationId));
  for await (const delivery of deliveries) {
    if (delivery.status !== 'failed') continue;
    const event = await context.table.get<ModelEvent>(
      keys.event(organizationId, delivery.modelId, delivery.sequence),
    );
    if (!event) continue;
    await reopenDelivery(context, delivery);
    // A deduplication id of its own: the queue may still remember the first one.
    const deduplication = `${delivery.webhookId}-${context.newId('request')}`;
    await orderDelivery(event, delivery.webhookId, deduplication);
    redelivered.push(delivery.webhookId);
  }
  return redelivered;
}

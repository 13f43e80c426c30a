import type { ModelEvent } from '../contract/events.ts';
import type { DeliveryStatus, WebhookEvent } from '../contract/webhooks.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import { collections, keys } from '../table/keys.ts';
import { type Page, type PageRequest, pageOfStream } from '../table/list.ts';
import type { Delivery } from './delivery.ts';

/** A webhook of a model, and the state of its delivery. */
export interface HistoryEntry extends StoredWebhook {
  status: DeliveryStatus;
  attempts: number;
}

interface StoredWebhook {
  sequence: number;
  webhookId: string;
  event: WebhookEvent;
  createdAt: string;
}

/** A page of the webhooks of a model, newest first. Those of a deleted model stay as long as their events are kept. */
export async function listHistory(
  context: DomainContext,
  { organizationId, id }: Pick<Model, 'organizationId' | 'id'>,
  request: PageRequest,
): Promise<Page<HistoryEntry>> {
  const { items, pagination } = await pageOfStream(webhooksOf(context, organizationId, id), request);
  const deliveries = await context.table.getMany<Delivery>(
    items.map(({ webhookId }) => keys.delivery(organizationId, webhookId)),
  );
  return {
    items: items.map((webhook, position) => ({ ...webhook, ...stateOf(deliveries[position]) })),
    pagination,
  };
}

/** The webhooks of one event are stored in the order in which they are posted, so newest first reverses them. */
async function* webhooksOf(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): AsyncGenerator<StoredWebhook> {
  const events = context.table.query<ModelEvent>(collections.events(organizationId, modelId), {
    newestFirst: true,
  });
  for await (const { sequence, createdAt, webhooks } of events) {
    for (const { id, event } of webhooks.toReversed()) yield { sequence, webhookId: id, event, createdAt };
  }
}

/** A delivery is recorded by the first attempt, parking or giving up, and outlives its event: without one, it is pending. */
function stateOf(delivery: Delivery | undefined): Pick<Delivery, 'status' | 'attempts'> {
  return { status: delivery?.status ?? 'pending', attempts: delivery?.attempts ?? 0 };
}

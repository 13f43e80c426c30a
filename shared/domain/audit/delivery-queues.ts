import type { ModelEvent } from '../../contract/events.ts';
import { HOUR } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import { PARKING_LIMIT, type ParkedModel } from '../../webhook/parked.ts';
import { type DeliveryQueue, pendingWebhooks, readDeliveryQueue } from '../../webhook/queue.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';

/** A look follows an event within moments; what nobody has looked at for so long is stuck. */
const LONGEST_UNSEEN = HOUR;

/** What is wrong with the webhooks of a model, a sentence each. */
export async function auditDeliveryQueue(
  context: DomainContext,
  { organizationId, id, status }: Model,
  events: readonly ModelEvent[],
): Promise<string[]> {
  const [queue, parked] = await Promise.all([
    readDeliveryQueue(context, organizationId, id),
    context.table.get<ParkedModel>(keys.parkedModel(organizationId, id)),
  ]);
  const cursor = settledWebhooks(queue, events);
  const deliveries = await context.table.getMany<Delivery>(
    cursor.map((webhookId) => keys.delivery(organizationId, webhookId)),
  );
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${id} (${status}): ${sentence}`);
  };

  expect(queue.parkedAt === parked?.parkedAt, 'its queue and the list of parked models disagree.');
  expect(
    parked === undefined || parked.webhookId === queue.inFlight?.webhookId,
    'it is listed as parked at another webhook than its queue.',
  );
  for (const [position, webhookId] of cursor.entries()) {
    expect(deliveries[position] !== undefined, `${webhookId} counts as cursor and is not in the log.`);
  }
  expect(!(await isStuck(context, queue)), 'its webhooks are pending, and nobody posts them.');
  return violations;
}

/** The ids of those webhooks that the queue has left behind. */
function settledWebhooks({ cursor }: DeliveryQueue, events: readonly ModelEvent[]): string[] {
  return events
    .filter(({ sequence }) => sequence <= cursor.sequence)
    .flatMap(({ sequence, webhooks }) =>
      webhooks.slice(0, sequence === cursor.sequence ? cursor.webhook : undefined).map(({ id }) => id),
    );
}

async function isStuck(context: DomainContext, queue: DeliveryQueue): Promise<boolean> {
  const now = context.clock.now();
  // An hourly sweep gives up; it may be the next one.
  if (queue.parkedAt !== undefined) return Date.parse(queue.parkedAt) + PARKING_LIMIT + LONGEST_UNSEEN < now;
  const since = queue.inFlight?.nextAttemptAt ?? queue.inFlight?.lease?.until;
  if (since !== undefined) return Date.parse(since) + LONGEST_UNSEEN < now;
  for await (const { event } of pendingWebhooks(context, queue)) {
    return Date.parse(event.createdAt) + LONGEST_UNSEEN < now;
  }
  return false;
}

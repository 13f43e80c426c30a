import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import { HOUR } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import type { Delivery } from '../webhook/delivery.ts';
import { PARKING_LIMIT, type ParkedModel } from '../webhook/parked.ts';
import { type DeliveryQueue, pendingWebhooks, readDeliveryQueue } from '../webhook/queue.ts';

/** A poll follows an event within moments. A delivery queue without progress for this long is stuck. */
const STUCK_AFTER = HOUR;

/** The violations in a model's delivery queue, a sentence each. */
export async function auditDeliveryQueue(
  context: DomainContext,
  { organizationId, id, status }: Model,
  events: readonly ModelEvent[],
): Promise<string[]> {
  const [queue, parked] = await Promise.all([
    readDeliveryQueue(context, organizationId, id),
    context.table.get<ParkedModel>(keys.parkedModel(organizationId, id)),
  ]);
  const closed = closedWebhooks(queue, events);
  const deliveries = await context.table.getMany<Delivery>(
    closed.map((webhookId) => keys.delivery(organizationId, webhookId)),
  );
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${id} (${status}): ${sentence}`);
  };

  expect(queue.parkedAt === parked?.parkedAt, 'its delivery queue and the list of parked models disagree.');
  expect(
    parked === undefined || parked.webhookId === queue.inFlight?.webhookId,
    'the list of parked models names another webhook than its delivery queue.',
  );
  for (const [position, webhookId] of closed.entries()) {
    expect(
      deliveries[position] !== undefined,
      `${webhookId} is at or before the cursor, but not in the log.`,
    );
  }
  expect(
    !(await isStuck(context, queue)),
    'its webhooks are pending, but its delivery queue makes no progress.',
  );
  return violations;
}

/** The ids of the webhooks at or before the cursor, which were delivered or given up. */
function closedWebhooks({ cursor }: DeliveryQueue, events: readonly ModelEvent[]): string[] {
  return events
    .filter(({ sequence }) => sequence <= cursor.sequence)
    .flatMap(({ sequence, webhooks }) =>
      webhooks.slice(0, sequence === cursor.sequence ? cursor.webhook : undefined).map(({ id }) => id),
    );
}

async function isStuck(context: DomainContext, queue: DeliveryQueue): Promise<boolean> {
  const now = context.clock.now();
  // The hourly sweep that gives webhooks up may not have come yet.
  if (queue.parkedAt !== undefined) return Date.parse(queue.parkedAt) + PARKING_LIMIT + STUCK_AFTER < now;
  const since = queue.inFlight?.nextAttemptAt ?? queue.inFlight?.lease?.until;
  if (since !== undefined) return Date.parse(since) + STUCK_AFTER < now;
  for await (const { event } of pendingWebhooks(context, queue)) {
    return Date.parse(event.createdAt) + STUCK_AFTER < now;
  }
  return false;
}

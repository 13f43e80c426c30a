import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import { HOUR } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { type Circuit, readCircuit } from '../webhook/breaker/circuit.ts';
import type { Delivery } from '../webhook/delivery.ts';
import { WAITING_LIMIT } from '../webhook/next.ts';
import { type DeliveryQueue, isParked, pendingWebhooks, readDeliveryQueue } from '../webhook/queue.ts';
import { type ParkedModel, type WaitingModel, waitingKey } from '../webhook/waiting.ts';

/** A poll follows an event within moments. A delivery queue without progress for this long is stuck. */
const STUCK_AFTER = HOUR;

/** The violations in a model's delivery queue, a sentence each. */
export async function auditDeliveryQueue(
  context: DomainContext,
  { organizationId, id, status }: Pick<Model, 'organizationId' | 'id' | 'status'>,
  events: readonly ModelEvent[],
): Promise<string[]> {
  const queue = await readDeliveryQueue(context, organizationId, id);
  const { waiting } = queue;
  const [entry, circuit, parked] = await Promise.all([
    waiting && context.table.get<WaitingModel>(waitingKey(queue, waiting)),
    readCircuit(context, organizationId),
    context.table.get<ParkedModel>(keys.waitingModel(organizationId, 'failed', id)),
  ]);
  const closed = closedWebhooks(queue, events);
  const deliveries = await context.table.getMany<Delivery>(
    closed.map((webhookId) => keys.delivery(organizationId, webhookId)),
  );
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${id} (${status}): ${sentence}`);
  };

  expect(waiting?.since === entry?.since, 'its delivery queue waits, but not in the list of waiting models.');
  expect(
    parked === undefined || (isParked(queue) && parked.webhookId === queue.inFlight?.webhookId),
    'the list of waiting models names a parked webhook that its delivery queue does not wait behind.',
  );
  expect(
    waiting?.reason !== 'circuit' || !isCircuitStuck(circuit, context.clock.now()),
    'its webhooks wait for a circuit that has no next step.',
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

/** While models are held, a timer is set for the next probe or the next release. */
function isCircuitStuck({ nextStepAt }: Circuit, now: number): boolean {
  return nextStepAt === undefined || Date.parse(nextStepAt) + STUCK_AFTER < now;
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
  if (queue.waiting) return Date.parse(queue.waiting.since) + WAITING_LIMIT + STUCK_AFTER < now;
  const since = queue.inFlight?.nextAttemptAt ?? queue.inFlight?.lease?.until;
  if (since !== undefined) return Date.parse(since) + STUCK_AFTER < now;
  for await (const { event } of pendingWebhooks(context, queue)) {
    return Date.parse(event.createdAt) + STUCK_AFTER < now;
  }
  return false;
}

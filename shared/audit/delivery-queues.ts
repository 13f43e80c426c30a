import type { ModelEvent } from '../contract/events.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Model } from '../domain/model/model.ts';
import { HOUR } from '../platform/clock.ts';
import { keys } from '../table/keys.ts';
import { type Circuit, readCircuit } from '../webhook/breaker/circuit.ts';
import type { HeldModel } from '../webhook/breaker/held.ts';
import type { Delivery } from '../webhook/delivery.ts';
import { PARKING_LIMIT, type ParkedModel } from '../webhook/parked.ts';
import { type DeliveryQueue, pendingWebhooks, readDeliveryQueue } from '../webhook/queue.ts';

/** A poll follows an event within moments. A delivery queue without progress for this long is stuck. */
const STUCK_AFTER = HOUR;

/** The violations in a model's delivery queue, a sentence each. */
export async function auditDeliveryQueue(
  context: DomainContext,
  { organizationId, id, status }: Pick<Model, 'organizationId' | 'id' | 'status'>,
  events: readonly ModelEvent[],
): Promise<string[]> {
  const queue = await readDeliveryQueue(context, organizationId, id);
  const [held, circuit, parked] = await Promise.all([
    readHeld(context, queue),
    readCircuit(context, organizationId),
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
  expect(
    (queue.heldAt === undefined) === (held === undefined),
    'it is held, but not in the list of held models.',
  );
  expect(
    queue.heldAt === undefined || queue.parkedAt === undefined,
    'its delivery queue is held and parked.',
  );
  expect(
    queue.heldAt === undefined || !isCircuitStuck(circuit, context.clock.now()),
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

function readHeld(
  { table }: DomainContext,
  { organizationId, modelId, heldAt }: DeliveryQueue,
): Promise<HeldModel | undefined> {
  return heldAt === undefined
    ? Promise.resolve(undefined)
    : table.get<HeldModel>(keys.heldModel(organizationId, heldAt, modelId));
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
  const waitsSince = queue.parkedAt ?? queue.heldAt;
  if (waitsSince !== undefined) return Date.parse(waitsSince) + PARKING_LIMIT + STUCK_AFTER < now;
  const since = queue.inFlight?.nextAttemptAt ?? queue.inFlight?.lease?.until;
  if (since !== undefined) return Date.parse(since) + STUCK_AFTER < now;
  for await (const { event } of pendingWebhooks(context, queue)) {
    return Date.parse(event.createdAt) + STUCK_AFTER < now;
  }
  return false;
}

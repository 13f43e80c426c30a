import { HOUR } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import type { ModelEvent } from '../model/move.ts';
import type { Delivery } from '../webhook/delivery.ts';
import { type Lane, pendingIn, readLane } from '../webhook/lane.ts';
import { PARKING_LIMIT, type ParkedModel } from '../webhook/park.ts';

/** A look follows an event within moments; what nobody has looked at for so long is stuck. */
const LONGEST_UNSEEN = HOUR;

/** What is wrong with the webhooks of a model, a sentence each. */
export async function auditLane(
  context: DomainContext,
  { organizationId, id, status }: Model,
  events: readonly ModelEvent[],
): Promise<string[]> {
  const [lane, parked] = await Promise.all([
    readLane(context, organizationId, id),
    context.table.get<ParkedModel>(keys.parkedModel(organizationId, id)),
  ]);
  const settled = settledWebhooks(lane, events);
  const deliveries = await context.table.getMany<Delivery>(
    settled.map((webhookId) => keys.delivery(organizationId, webhookId)),
  );
  const violations: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(`${id} (${status}): ${sentence}`);
  };

  expect(lane.parkedAt === parked?.parkedAt, 'its lane and the list of parked models disagree.');
  expect(
    parked === undefined || parked.webhookId === lane.head?.webhookId,
    'it is listed as parked at another webhook than its lane.',
  );
  for (const [position, webhookId] of settled.entries()) {
    expect(deliveries[position] !== undefined, `${webhookId} counts as settled and is not in the log.`);
  }
  expect(!(await isStuck(context, lane)), 'its webhooks are due, and nobody posts them.');
  return violations;
}

/** The ids of those webhooks that the lane has left behind. */
function settledWebhooks({ settled }: Lane, events: readonly ModelEvent[]): string[] {
  return events
    .filter(({ sequence }) => sequence <= settled.sequence)
    .flatMap(({ sequence, webhooks }) =>
      webhooks.slice(0, sequence === settled.sequence ? settled.webhook : undefined).map(({ id }) => id),
    );
}

async function isStuck(context: DomainContext, lane: Lane): Promise<boolean> {
  const now = context.clock.now();
  // An hourly sweep gives up; it may be the next one.
  if (lane.parkedAt !== undefined) return Date.parse(lane.parkedAt) + PARKING_LIMIT + LONGEST_UNSEEN < now;
  const since = lane.head?.nextAttemptAt ?? lane.head?.claim?.until;
  if (since !== undefined) return Date.parse(since) + LONGEST_UNSEEN < now;
  for await (const { event } of pendingIn(context, lane)) {
    return Date.parse(event.createdAt) + LONGEST_UNSEEN < now;
  }
  return false;
}

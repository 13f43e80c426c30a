import { type Clock, SECOND } from '../../platform/clock.ts';
import { environment } from '../../platform/environment.ts';
import { countMetric } from '../../platform/metrics.ts';
import { sendMessage } from '../../queue/messages.ts';
import { sha256 } from '../../table/keys.ts';
import type { ModelEvent } from '../model/move.ts';
import type { LaneOrder } from './deliver.ts';
import { type LaneWake, tellableAt } from './lane.ts';

/** How many models of one organization are posted to it side by side. */
const LANES_PER_ORGANIZATION = 8;

/** The longest that a message can be delayed as it is sent; who gets it sooner puts it off again. */
const LONGEST_DELAY_SECONDS = 900;

/**
 * Hands what follows from a model's change to the queues. Run twice it does no harm: a lane knows what it has
 * delivered, executions go by their name, and a clean-up finds nothing left.
 */
export async function publishModelEvent(clock: Clock, event: ModelEvent): Promise<void> {
  const { organizationId, modelId, attempt, sequence } = event;
  if (event.followUp === 'process') {
    await sendMessage(environment('MODELS_QUEUE_URL'), { organizationId, modelId, attempt });
  }
  if (event.followUp === 'remove-pictures') {
    await sendMessage(environment('CLEANUP_QUEUE_URL'), { organizationId, modelId, attempt, pass: 1 });
  }
  for (const webhook of event.webhooks) countMetric(clock, 'ModelEvents', 1, webhook.event);
  if (event.webhooks.length === 0) return;
  const at = new Date(tellableAt(event)).toISOString();
  await publishWake(clock, { organizationId, modelId, at }, `${modelId}-${sequence}`);
}

/** Has a lane looked at, now or when it is time to; the same `deduplication` asks once within five minutes. */
export async function publishWake(
  clock: Clock,
  { organizationId, modelId, at }: LaneOrder | LaneWake,
  deduplication: string,
): Promise<void> {
  const order: LaneOrder = { organizationId, modelId, at };
  const delaySeconds = Math.ceil((Date.parse(at) - clock.now()) / SECOND);
  if (delaySeconds <= 0) return orderDelivery(order, deduplication);
  await sendMessage(
    environment('WAKES_QUEUE_URL'),
    { kind: 'lane', ...order },
    { delaySeconds: Math.min(delaySeconds, LONGEST_DELAY_SECONDS) },
  );
}

/**
 * Queues a look at a lane. Messages of one group are handled one at a time, so the number of an organization's
 * groups is the number of its posts at any moment: a receiver that hangs holds up nobody else's.
 */
export async function orderDelivery(order: LaneOrder, deduplication: string): Promise<void> {
  const group = `${order.organizationId}#${laneNumber(order.modelId)}`;
  await sendMessage(environment('DELIVERIES_QUEUE_URL'), order, { place: { group, deduplication } });
}

function laneNumber(modelId: string): number {
  return Number.parseInt(sha256(modelId).slice(0, 8), 16) % LANES_PER_ORGANIZATION;
}

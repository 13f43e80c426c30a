import type { ModelEvent } from '../domain/model/transition.ts';
import { sendMessage } from '../events/queues.ts';
import { type Clock, SECOND } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { countMetric } from '../platform/metrics.ts';
import { sha256 } from '../table/keys.ts';
import type { DeliveryPoll } from './deliver.ts';
import { type DeliveryTimer, notBefore } from './queue.ts';

/** How many models of one organization are posted to it side by side. */
const GROUPS_PER_ORGANIZATION = 8;

/** The longest that a message can be delayed as it is sent; who gets it sooner puts it off again. */
const LONGEST_DELAY_SECONDS = 900;

/**
 * Hands what follows from a model's change to the queues. Run twice it does no harm: a delivery queue knows what it has
 * delivered, executions go by their name, and a clean-up finds nothing left.
 */
export async function publishModelEvent(clock: Clock, event: ModelEvent): Promise<void> {
  const { organizationId, modelId, run, sequence } = event;
  if (event.effect === 'start-flow') {
    await sendMessage(environment('MODELS_QUEUE_URL'), { organizationId, modelId, run });
  }
  if (event.effect === 'delete-images') {
    await sendMessage(environment('CLEANUP_QUEUE_URL'), { organizationId, modelId, run, pass: 1 });
  }
  for (const webhook of event.webhooks) countMetric(clock, 'ModelEvents', 1, webhook.event);
  if (event.webhooks.length === 0) return;
  const at = new Date(notBefore(event)).toISOString();
  await schedulePoll(clock, { organizationId, modelId, at }, `${modelId}-${sequence}`);
}

/** Has a delivery queue looked at, now or when it is time to; the same `deduplication` asks once within five minutes. */
export async function schedulePoll(
  clock: Clock,
  { organizationId, modelId, at }: DeliveryPoll | DeliveryTimer,
  deduplication: string,
): Promise<void> {
  const order: DeliveryPoll = { organizationId, modelId, at };
  const delaySeconds = Math.ceil((Date.parse(at) - clock.now()) / SECOND);
  if (delaySeconds <= 0) return sendPoll(order, deduplication);
  await sendMessage(
    environment('TIMERS_QUEUE_URL'),
    { kind: 'poll', ...order },
    { delaySeconds: Math.min(delaySeconds, LONGEST_DELAY_SECONDS) },
  );
}

/**
 * Queues a look at a delivery queue. Messages of one group are handled one at a time, so the number of an organization's
 * groups is the number of its posts at any moment: a receiver that hangs holds up nobody else's.
 */
export async function sendPoll(order: DeliveryPoll, deduplication: string): Promise<void> {
  const group = `${order.organizationId}#${groupNumber(order.modelId)}`;
  await sendMessage(environment('DELIVERIES_QUEUE_URL'), order, { place: { group, deduplication } });
}

function groupNumber(modelId: string): number {
  return Number.parseInt(sha256(modelId).slice(0, 8), 16) % GROUPS_PER_ORGANIZATION;
}

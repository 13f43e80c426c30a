import type { DomainContext } from '../domain/context.ts';
import { isoTime } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { countMetric } from '../platform/metrics.ts';
import { unlessConflict } from '../table/conflict.ts';
import { dueUntil, keys, waitingIndex } from '../table/keys.ts';
import { TRANSACTION_MAX_WRITES } from '../table/transaction.ts';
import { commitChange } from './change.ts';
import type { Delivery } from './delivery.ts';
import { givenUp, overdueSince, WAITING_LIMIT } from './next.ts';
import { type PendingWebhook, queuedWebhooks, readDeliveryQueue } from './queue.ts';
import type { WaitingModel } from './waiting.ts';

/** Deliveries in one transaction, beside the delivery queue, its entry among the waiting models, and a timer. */
const GIVE_UP_MAX = TRANSACTION_MAX_WRITES - 3;

/** Gives up a queue that has waited for 72 hours; what exceeds one transaction is posted again. @returns the number */
export async function giveUpDeliveryQueue(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<number> {
  const now = context.clock.now();
  const queue = await readDeliveryQueue(context, organizationId, modelId);
  const since = overdueSince(queue, now);
  if (since === undefined) return 0;
  const given: { pending: PendingWebhook; logged: Delivery | undefined }[] = [];
  for await (const pending of queuedWebhooks(context, queue)) {
    const key = keys.delivery(organizationId, pending.ref.webhookId);
    given.push({ pending, logged: await context.table.get<Delivery>(key) });
    if (given.length === GIVE_UP_MAX) break;
  }
  const change = givenUp(queue, given, since, now);
  if (!(await unlessConflict(() => commitChange(context, queue, change)))) return 0;
  const webhooks = given.length;
  countMetric(context.clock, 'WebhooksGivenUp', webhooks, 'after 72 hours');
  log.warn('webhooks of a model given up', { organizationId, modelId, webhooks });
  return webhooks;
}

/** Gives up the webhooks of all delivery queues, of any organization, that have waited for 72 hours. */
export async function giveUpParked(context: DomainContext): Promise<{ models: number; webhooks: number }> {
  const between = dueUntil(isoTime(context.clock.now() - WAITING_LIMIT));
  let models = 0;
  let webhooks = 0;
  for (const reason of ['failed', 'circuit']) {
    const overdue = context.table.queryShards<WaitingModel>(waitingIndex(reason).shards(), { between });
    for await (const { organizationId, modelId } of overdue) {
      models += 1;
      webhooks += await giveUpDeliveryQueue(context, organizationId, modelId);
    }
  }
  return { models, webhooks };
}

import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { deliveryPoll, hideMessage } from '../../shared/events/queues.ts';
import { environment } from '../../shared/platform/environment.ts';
import { log } from '../../shared/platform/log.ts';
import { handleBatch } from '../../shared/queue/handler.ts';
import { type DeliverySettings, drainDeliveryQueue, type PollOutcome } from '../../shared/webhook/deliver.ts';
import { deployedEgressPolicy } from '../../shared/webhook/send/target.ts';

const LONGEST_BACKOFF_SECONDS = 60;

/** A message asks for a look at one model's queue; the queue says what there is to do. */
export function handler(event: SQSEvent, lambda: Context): Promise<SQSBatchResponse> {
  const deadline = deployedContext().clock.now() + lambda.getRemainingTimeInMillis();
  return handleBatch(event, async (record) => {
    const outcome = await lookAt(record, deadline);
    if (!outcome.done) await hideMessage(environment('DELIVERIES_QUEUE_URL'), record, outcome.retrySeconds);
    return outcome.done;
  });
}

/** A fault of ours holds up the group of the message no longer than it has to. */
async function lookAt(record: SQSRecord, deadline: number): Promise<PollOutcome> {
  try {
    const order = deliveryPoll.parse(JSON.parse(record.body));
    return await drainDeliveryQueue(deployedContext(), deliverySettings(), order, deadline);
  } catch (error) {
    log.error('delivery failed', error);
    const receives = Number(record.attributes.ApproximateReceiveCount);
    return { done: false, retrySeconds: Math.min(2 ** (receives - 1), LONGEST_BACKOFF_SECONDS) };
  }
}

function deliverySettings(): DeliverySettings {
  return {
    policy: deployedEgressPolicy(),
    schedule: environment('WEBHOOK_RETRY_SECONDS').split(',').map(Number),
  };
}

import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { type DeliverySettings, deliver } from '../../shared/domain/webhook/delivery.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/batch.ts';
import { deliveryOrder, sqsClient } from '../../shared/queue/messages.ts';

/**
 * Posts webhooks. One that failed is hidden until its next attempt is due, and as long as it is, the queue
 * holds back the later events of its model.
 */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const settings = deliverySettings();
  return handleBatch(event, async (record) => {
    const order = deliveryOrder.parse(JSON.parse(record.body));
    const outcome = await deliver(deployedContext(), settings, order);
    if (!outcome.done) await hide(record, outcome.retrySeconds);
    return outcome.done;
  });
}

function deliverySettings(): DeliverySettings {
  return {
    policy: { loopbackAllowed: environment('WEBHOOK_LOOPBACK_ALLOWED') === 'true' },
    schedule: environment('WEBHOOK_RETRY_SECONDS').split(',').map(Number),
  };
}

async function hide(record: SQSRecord, seconds: number): Promise<void> {
  await sqsClient().send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrlOf(record),
      ReceiptHandle: record.receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );
}

/** The queue the record came from, of the two that feed this function. */
function queueUrlOf(record: SQSRecord): string {
  const name = record.eventSourceARN.split(':').at(-1);
  const urls = [environment('DELIVERIES_QUEUE_URL'), environment('DELAYED_DELIVERIES_QUEUE_URL')];
  const url = urls.find((candidate) => candidate.endsWith(`/${name}`));
  if (url === undefined) throw new Error(`No queue of this function is called ${name}.`);
  return url;
}

import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { orderDelivery } from '../../shared/domain/webhook/publish.ts';
import { redeliverFailed } from '../../shared/domain/webhook/redeliver.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/batch.ts';
import { hideMessage, wakeOrder } from '../../shared/queue/messages.ts';

/** What one step of a redelivery may take, and the message be put off in. */
const TIME_TO_END = 5 * SECOND;

export function handler(event: SQSEvent, lambda: Context): Promise<SQSBatchResponse> {
  const { clock } = deployedContext();
  const deadline = clock.now() + lambda.getRemainingTimeInMillis() - TIME_TO_END;
  return handleBatch(event, async (record) => {
    const waitSeconds = await handleOrder(record, deadline);
    if (waitSeconds > 0) await hideMessage(environment('WAKES_QUEUE_URL'), record, waitSeconds);
    return waitSeconds <= 0;
  });
}

/** @returns after how many seconds the message has to come again; 0 when it is done with. */
async function handleOrder(record: SQSRecord, deadline: number): Promise<number> {
  const context = deployedContext();
  const order = wakeOrder.parse(JSON.parse(record.body));
  if (order.kind === 'redelivery') return (await redeliverFailed(context, order, deadline)) ? 0 : 1;
  const waitSeconds = Math.ceil((Date.parse(order.at) - context.clock.now()) / SECOND);
  if (waitSeconds > 0) return waitSeconds;
  const { organizationId, modelId, at } = order;
  await orderDelivery({ organizationId, modelId, at }, record.messageId);
  return 0;
}

import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { hideMessage, timerMessage } from '../../shared/events/queues.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/handler.ts';
import { sendPoll } from '../../shared/webhook/poll.ts';
import { redeliverFailed } from '../../shared/webhook/redeliver.ts';

/** What one step of a redelivery may take, and the message be put off in. */
const TIME_TO_END = 5 * SECOND;

export function handler(event: SQSEvent, lambda: Context): Promise<SQSBatchResponse> {
  const { clock } = deployedContext();
  const deadline = clock.now() + lambda.getRemainingTimeInMillis() - TIME_TO_END;
  return handleBatch(event, async (record) => {
    const waitSeconds = await handleTimer(record, deadline);
    if (waitSeconds > 0) await hideMessage(environment('TIMERS_QUEUE_URL'), record, waitSeconds);
    return waitSeconds <= 0;
  });
}

/** @returns after how many seconds the message has to come again; 0 when it is done with. */
async function handleTimer(record: SQSRecord, deadline: number): Promise<number> {
  const context = deployedContext();
  const order = timerMessage.parse(JSON.parse(record.body));
  if (order.kind === 'redelivery') return (await redeliverFailed(context, order, deadline)) ? 0 : 1;
  const waitSeconds = Math.ceil((Date.parse(order.at) - context.clock.now()) / SECOND);
  if (waitSeconds > 0) return waitSeconds;
  const { organizationId, modelId, at } = order;
  await sendPoll({ organizationId, modelId, at }, record.messageId);
  return 0;
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { removeEverything } from '../../shared/domain/model/cleanup.ts';
import { cleanupMessage, sendMessage } from '../../shared/events/queues.ts';
import { stopExecution } from '../../shared/flow/executions.ts';
import { deployedImageStore } from '../../shared/images/store.ts';
import { environment } from '../../shared/platform/environment.ts';
import { handleBatch } from '../../shared/queue/handler.ts';

/** The longest delay of a queue, which is longer than any upload form or step of the flow lives. */
const SECOND_PASS_DELAY_SECONDS = 900;

/**
 * Cleans up twice: at once, and again when nothing that was under way at the deletion (a step that draws, a
 * form being uploaded) can still add to it.
 */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return handleBatch(event, async (record) => {
    const order = cleanupMessage.parse(JSON.parse(record.body));
    await stopExecution(order);
    await removeEverything(deployedContext(), deployedImageStore(), order);
    if (order.pass === 1) {
      await sendMessage(
        environment('CLEANUP_QUEUE_URL'),
        { ...order, pass: 2 },
        { delaySeconds: SECOND_PASS_DELAY_SECONDS },
      );
    }
    return true;
  });
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { modelMessage } from '../../shared/events/queues.ts';
import { startExecution } from '../../shared/flow/executions.ts';
import { handleBatch } from '../../shared/queue/handler.ts';

export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return handleBatch(event, async (record) => {
    await startExecution(modelMessage.parse(JSON.parse(record.body)));
    return true;
  });
}

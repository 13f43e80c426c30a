import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { startExecution } from '../../shared/flow/executions.ts';
import { handleBatch } from '../../shared/queue/batch.ts';
import { processOrder } from '../../shared/queue/messages.ts';

export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return handleBatch(event, async (record) => {
    await startExecution(processOrder.parse(JSON.parse(record.body)));
    return true;
  });
}

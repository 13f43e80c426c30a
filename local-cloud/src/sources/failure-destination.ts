import { randomUUID } from 'node:crypto';
import type { AccessKey } from '../aws/key-ring.ts';
import { callAws } from '../engines/aws-json.ts';

/** The queue to which Lambda sends the place of stream records that it has given up. */
export interface FailureDestination {
  queueUrl: string;
  /** Key of the function's role, with which Lambda sends. */
  key: AccessKey;
}

export interface GivenUp {
  functionArn: string;
  streamArn: string;
  shardId: string;
  /** Sequence numbers of the records, in order. */
  sequenceNumbers: readonly string[];
  /** When the first and the last record were written, in seconds since the epoch. */
  writtenAt: readonly [first: number, last: number];
  invocations: number;
}

/**
 * Sends the message of Lambda, which has the place of the records and not the records:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export async function reportGivenUp(
  { queueUrl, key }: FailureDestination,
  { functionArn, streamArn, shardId, sequenceNumbers, writtenAt, invocations }: GivenUp,
): Promise<void> {
  const [first, last] = writtenAt.map((seconds) => new Date(seconds * 1000).toISOString());
  const message = {
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceNumbers[0],
      endSequenceNumber: sequenceNumbers.at(-1),
      approximateArrivalOfFirstRecord: first,
      approximateArrivalOfLastRecord: last,
      batchSize: sequenceNumbers.length,
      streamArn,
    },
  };
  const input = { QueueUrl: queueUrl, MessageBody: JSON.stringify(message) };
  await callAws(new URL(queueUrl).origin, 'AmazonSQS.SendMessage', input, { key });
}
